import type { PartnerScope } from "../domain/access/partnerScopes.ts"

type Underlined<S extends string> = S extends `${infer Head}:${infer Tail}` ? `${Head}_${Underlined<Tail>}` : S

/** Every scope of the Partner API, by the name of the demo key that has only this scope (PAR-102 to PAR-114). */
export const scopeKeys = {
  PA_partner_loyalty_programs_read: "partner:loyalty:programs:read",
  PA_partner_loyalty_programs_write: "partner:loyalty:programs:write",
  PA_partner_loyalty_benefits_read: "partner:loyalty:benefits:read",
  PA_partner_loyalty_benefits_write: "partner:loyalty:benefits:write",
  PA_partner_arrivals_read: "partner:arrivals:read",
  PA_partner_arrivals_write: "partner:arrivals:write",
  PA_partner_fulfillments_read: "partner:fulfillments:read",
  PA_partner_fulfillments_write: "partner:fulfillments:write",
  PA_partner_reservations_read: "partner:reservations:read",
  PA_partner_guests_read: "partner:guests:read",
  PA_partner_guests_pii_read: "partner:guests:pii:read",
  PA_partner_access_read: "partner:access:read",
  PA_partner_access_write: "partner:access:write",
  "PA_partner_theme-kits_read": "partner:theme-kits:read",
  "PA_partner_theme-kits_manage": "partner:theme-kits:manage",
  "PA_partner_custom-domains_read": "partner:custom-domains:read",
  "PA_partner_custom-domains_manage": "partner:custom-domains:manage",
  PA_partner_pages_read: "partner:pages:read",
  PA_partner_pages_manage: "partner:pages:manage",
  "PA_partner-details_read": "partner-details:read",
  PA_offers_codes_read: "offers:codes:read",
  PA_offers_codes_write: "offers:codes:write"
} as const satisfies { readonly [S in PartnerScope as `PA_${Underlined<S>}`]: S }
