import { Record } from "effect"
import type { ApiKey } from "../domain/access/ApiKey.ts"
import { brandsPermission, hubPermissions } from "../domain/access/hubPermissions.ts"
import type { DemoClock } from "./DemoClock.ts"
import { type IntegrationName, integrationFact, integrationIds } from "./demoIntegrations.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { hubSecret, storedSecret } from "./demoSecrets.ts"
import { seeded } from "./seeded.ts"

interface HubKeyFact {
  readonly integration: IntegrationName
  readonly permissions: ReadonlyArray<string>
  readonly ended?: "expired" | "revoked"
}

const key = (integration: IntegrationName, permissions: HubKeyFact["permissions"] = hubPermissions): HubKeyFact => ({
  integration,
  permissions
})

const without = (permission: string) =>
  key(
    "main",
    hubPermissions.filter((granted) => granted !== permission)
  )

const listed = {
  KH_all: key("main"),
  KH_team: key("team"),
  KH_brands: key("brands", [brandsPermission]),
  KH_threads: key("main", ["hub:api:threads:read"]),
  KH_actions: key("main", ["hub:api:actions:read"]),
  KH_events: key("main", ["hub:api:events:read"]),
  KH_events_actions: key("main", ["hub:api:events:read", "hub:api:actions:read"]),
  KH_claim: key("main", ["hub:api:actions:claim", "hub:api:actions:read"]),
  KH_widget: key("widget"),
  KH_other: key("other"),
  KH_B: key("organizationB"),
  KH_D: key("organizationD", [brandsPermission]),
  KH_expired: { ...key("main"), ended: "expired" },
  KH_revoked: { ...key("main"), ended: "revoked" },
  KH_grant_off: key("grantOff")
} as const satisfies Readonly<Record<string, HubKeyFact>>

/** Keys for test cases outside the manifest. */
const unlisted = {
  KH_messaging: without(brandsPermission),
  KH_no_claim: without("hub:api:actions:claim"),
  KH_no_complete: without("hub:api:actions:complete"),
  KH_no_cancel: without("hub:api:actions:cancel"),
  KH_claim_only: key("main", ["hub:api:actions:claim"]),
  KH_narrow: key("narrow"),
  KH_night: key("night"),
  KH_two: key("twoWorkspaces"),
  KH_C: key("organizationC"),
  KH_E: key("organizationE")
} as const satisfies Readonly<Record<string, HubKeyFact>>

export type HubKeyName = keyof typeof listed

/** The secrets of the manifest's hub keys. */
export const hubKeys: { readonly [Name in HubKeyName]: string } = Record.map(listed, (_, name) => hubSecret(name))

/** The secrets of the hub keys that the manifest omits; the organization of KH_E has no messaging. */
export const unlistedHubKeys: { readonly [Name in keyof typeof unlisted]: string } = Record.map(unlisted, (_, name) =>
  hubSecret(name)
)

const hubKeyXidOf = (name: string) => seeded.uuid("hub key", name)

/** The external id of a hub key. */
export const hubKeyXid = (name: HubKeyName) => hubKeyXidOf(name)

const row = (name: string, id: number, fact: HubKeyFact, clock: DemoClock): ApiKey => {
  const { organization, origin } = integrationFact(fact.integration)
  return {
    id,
    xid: hubKeyXidOf(name),
    surface: "hub",
    organizationId: organizationIds[organization],
    integrationId: integrationIds[fact.integration],
    origin,
    name,
    ...storedSecret(hubSecret(name)),
    authLevel: null,
    globalScope: false,
    allVenues: false,
    venueIds: [],
    environment: "development",
    permissions: fact.permissions,
    createdAt: clock.ago({ days: 60 }),
    expiresAt: fact.ended === "expired" ? clock.ago({ days: 1 }) : null,
    revokedAt: fact.ended === "revoked" ? clock.ago({ days: 1 }) : null,
    lastUsedAt: null,
    replacedBy: null
  }
}

export const demoHubKeys = (clock: DemoClock): ReadonlyArray<ApiKey> =>
  Record.toEntries<string, HubKeyFact>({ ...listed, ...unlisted }).map(([name, fact], index) =>
    row(name, 301 + index, fact, clock)
  )
