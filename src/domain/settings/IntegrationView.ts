import { DateTime, Schema } from "effect"
import { type ApiKey, Integration } from "../access/ApiKey.ts"
import { Instant, instantOrNull } from "../shared/Instant.ts"
import { GrantSummary, type IntegrationOverview, KeySummary } from "./IntegrationSettings.ts"

const at = (description: string) => Schema.NullOr(Instant).annotateKey({ description })

/** What operators see of a key: never its secret (HUB-083, GEN-009). */
export const integrationKeyFields = {
  id: KeySummary.fields.id.annotateKey({ description: "Id of the key" }),
  name: KeySummary.fields.name.annotateKey({ description: "What the key is for" }),
  origin: KeySummary.fields.origin.annotateKey({
    description: "Where the key was made; one that a widget made has no messaging"
  }),
  prefix: KeySummary.fields.prefix.annotateKey({ description: "What its secret begins with" }),
  lastFour: KeySummary.fields.lastFour.annotateKey({ description: "What its secret ends with" }),
  permissions: KeySummary.fields.permissions.annotateKey({ description: "What the key may do on the hub's API" }),
  createdAt: Instant.annotateKey({ description: "When the key was made" }),
  expiresAt: at("When the key expires; null for never"),
  revokedAt: at("When the key was revoked; null if it was not"),
  lastUsedAt: at("When the key was last used, up to a minute late; null before its first use")
} as const

export const IntegrationKey = Schema.Struct(integrationKeyFields).annotate({ identifier: "IntegrationKey" })
export interface IntegrationKey extends Schema.Schema.Type<typeof IntegrationKey> {}

/** Whose records a grant covers. */
export const GrantAudience = Schema.Struct({
  workspace: GrantSummary.fields.audienceWorkspace.annotateKey({
    description: "Whether it covers what is addressed to the whole workspace"
  }),
  teamIds: GrantSummary.fields.teamXids.annotateKey({
    description: "The teams whose records it covers, by external id"
  })
})

/** What an integration may do in one workspace. */
export const integrationGrantFields = {
  scope: GrantSummary.fields.scope.annotateKey({ description: "The workspace" }),
  audience: GrantAudience.annotateKey({ description: "Whose records the grant covers" }),
  active: GrantSummary.fields.active.annotateKey({ description: "Whether the grant is in force" }),
  permissions: GrantSummary.fields.permissions.annotateKey({ description: "What the integration may do there" }),
  deactivatedAt: at("When the grant ended; null while it is active")
} as const

export const IntegrationGrantView = Schema.Struct(integrationGrantFields).annotate({
  identifier: "IntegrationGrant"
})

/** An integration with its keys and grants (INT-016). */
export const IntegrationView = Schema.Struct({
  id: Integration.fields.xid.annotateKey({ description: "Id of the integration" }),
  name: Integration.fields.name.annotateKey({ description: "Its name, which also shows as the owner of Actions" }),
  origin: Integration.fields.origin.annotateKey({
    description: "Where it was made; one that a widget made is granted no messaging"
  }),
  keys: Schema.Array(IntegrationKey).annotateKey({ description: "Newest first, at most the newest 100" }),
  grants: Schema.Array(IntegrationGrantView).annotateKey({ description: "One for each workspace it was granted" })
}).annotate({ identifier: "Integration" })
export interface IntegrationView extends Schema.Schema.Type<typeof IntegrationView> {}

export const IntegrationList = Schema.Struct({
  items: Schema.Array(IntegrationView).annotateKey({
    description: "The integrations of the organization, oldest first"
  })
}).annotate({ identifier: "IntegrationList" })

/** A stored key as operators see it. */
export const showKey = ({
  createdAt,
  expiresAt,
  lastFour,
  lastUsedAt,
  name,
  origin,
  permissions,
  prefix,
  revokedAt,
  xid
}: ApiKey): IntegrationKey => ({
  id: xid,
  name,
  origin,
  prefix,
  lastFour,
  permissions,
  createdAt: DateTime.formatIso(createdAt),
  expiresAt: instantOrNull(expiresAt),
  revokedAt: instantOrNull(revokedAt),
  lastUsedAt: instantOrNull(lastUsedAt)
})

/** The integrations of an overview as operators see them. */
export const showIntegrations = ({
  grants,
  integrations,
  keys
}: IntegrationOverview): ReadonlyArray<IntegrationView> => {
  const keysOf = Map.groupBy(keys, ({ integrationId }) => integrationId)
  const grantsOf = Map.groupBy(grants, ({ integrationId }) => integrationId)
  return integrations.map(({ id, name, origin, xid }) => ({
    id: xid,
    name,
    origin,
    keys: (keysOf.get(id) ?? []).map(({ integrationId: _, ...key }) => key),
    grants: (grantsOf.get(id) ?? []).map(
      ({ active, audienceWorkspace, deactivatedAt, permissions, scope, teamXids }) => ({
        scope,
        audience: { workspace: audienceWorkspace, teamIds: teamXids },
        active,
        permissions,
        deactivatedAt
      })
    )
  }))
}
