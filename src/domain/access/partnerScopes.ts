/** Every scope of the Partner API: exact strings, none implies another (PAR-102 to PAR-114). */
export const partnerScopes = [
  "partner:loyalty:programs:read",
  "partner:loyalty:programs:write",
  "partner:loyalty:benefits:read",
  "partner:loyalty:benefits:write",
  "partner:arrivals:read",
  "partner:arrivals:write",
  "partner:fulfillments:read",
  "partner:fulfillments:write",
  "partner:reservations:read",
  "partner:guests:read",
  "partner:guests:pii:read",
  "partner:access:read",
  "partner:access:write",
  "partner:theme-kits:read",
  "partner:theme-kits:manage",
  "partner:custom-domains:read",
  "partner:custom-domains:manage",
  "partner:pages:read",
  "partner:pages:manage",
  "partner-details:read",
  "offers:codes:read",
  "offers:codes:write"
] as const

export type PartnerScope = (typeof partnerScopes)[number]
