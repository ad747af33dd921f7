import { Record } from "effect"
import type { ApiKey, AuthLevel } from "../domain/access/ApiKey.ts"
import { partnerScopes } from "../domain/access/partnerScopes.ts"
import type { DemoClock } from "./DemoClock.ts"
import { type OrganizationName, organizationIds } from "./demoOrganizations.ts"
import { scopeKeys } from "./scopeKeys.ts"
import { identityProviderSecret, partnerSecret, storedSecret } from "./demoSecrets.ts"
import { seeded } from "./seeded.ts"
import { type VenueName, venues } from "./venues.ts"

interface PartnerKeyFact {
  /** Null for global staff. */
  readonly organization: OrganizationName | null
  readonly scopes: ReadonlyArray<string>
  readonly authLevel: AuthLevel
  /** Venues within reach; absent means all. */
  readonly reach?: ReadonlyArray<VenueName>
  readonly sandbox?: boolean
  readonly ended?: "expired" | "revoked"
}

const ofA: PartnerKeyFact = { organization: "A", scopes: partnerScopes, authLevel: "partner" }

const singles = Record.map(scopeKeys, (scope): PartnerKeyFact => ({ ...ofA, scopes: [scope] }))

const facts = {
  PA: ofA,
  PA_v1: { ...ofA, reach: ["V1"] },
  PA_guests: { ...ofA, scopes: ["partner:guests:read"] },
  PA_pii: { ...ofA, scopes: ["partner:guests:pii:read"] },
  PA_both: { ...ofA, scopes: ["partner:guests:read", "partner:guests:pii:read"] },
  PA_service: { ...ofA, authLevel: "service" },
  PADM: { ...ofA, organization: null, authLevel: "admin" },
  PADM_A: { ...ofA, authLevel: "admin" },
  PB: { ...ofA, organization: "B" },
  PA_sbx: { ...ofA, sandbox: true },
  PA_expired: { ...ofA, ended: "expired" },
  PA_revoked: { ...ofA, ended: "revoked" },
  ...singles
} as const satisfies Readonly<Record<string, PartnerKeyFact>>

type StoredKeyName = keyof typeof facts

export type PartnerKeyName = StoredKeyName | "POK"

const secrets: { readonly [Name in StoredKeyName]: string } = Record.map(facts, (_, name) => partnerSecret(name))

/** The secrets of the manifest's partner keys. */
export const partnerKeys: { readonly [Name in PartnerKeyName]: string } = { ...secrets, POK: identityProviderSecret }

/** The external id of a partner key, which the API shows as the acknowledging actor. */
export const partnerKeyXid = (name: StoredKeyName) => seeded.uuid("partner key", name)

const row = (name: string, id: number, fact: PartnerKeyFact, clock: DemoClock): ApiKey => ({
  id,
  xid: seeded.uuid("partner key", name),
  surface: "partner",
  organizationId: fact.organization === null ? null : organizationIds[fact.organization],
  integrationId: null,
  origin: "settings",
  name,
  ...storedSecret(partnerSecret(name)),
  authLevel: fact.authLevel,
  globalScope: fact.organization === null,
  allVenues: fact.reach === undefined,
  venueIds: (fact.reach ?? []).map((venue) => venues[venue].id),
  environment: fact.sandbox === true ? "sandbox" : "development",
  permissions: fact.scopes,
  createdAt: clock.ago({ days: 60 }),
  expiresAt: fact.ended === "expired" ? clock.ago({ days: 1 }) : null,
  revokedAt: fact.ended === "revoked" ? clock.ago({ days: 1 }) : null,
  lastUsedAt: null,
  replacedBy: null
})

export const demoPartnerKeys = (clock: DemoClock): ReadonlyArray<ApiKey> =>
  Record.toEntries<string, PartnerKeyFact>(facts).map(([name, fact], index) => row(name, 341 + index, fact, clock))
