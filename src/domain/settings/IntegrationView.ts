import { DateTime, Schema } from "effect"
import { type ApiKey, Integration } from "../access/ApiKey.ts"
import { Instant, instantOrNull } from "../shared/Instant.ts"
import { GrantSummary, type IntegrationOverview, KeySummary } from "./IntegrationSettings.ts"

const at = (description: string) => Schema.NullOr(Instant).annotateKey({ description })

/** A key as operators see it: never its secret (HUB-083, GEN-009). */
export const integrationKeyFields = {
  id: KeySummary.fields.id.annotateKey({ description: "Id of the key" }),
  name: KeySummary.fields.name.annotateKey({ description: "Purpose of the key" }),
  origin: KeySummary.fields.origin.annotateKey({
    description: "Where the key was created; a key created by a widget has no messaging"
  }),
  prefix: KeySummary.fields.prefix.annotateKey({ description: "First characters of its secret" }),
  lastFour: KeySummary.fields.lastFour.annotateKey({ description: "Last four characters of its secret" }),
  permissions: KeySummary.fields.permissions.annotateKey({ description: "Permissions of the key on the hub API" }),
  createdAt: Instant.annotateKey({ description: "When the key was created" }),
  expiresAt: at("When the key expires; null: never"),
  revokedAt: at("When the key was revoked; null if it has not been"),
  lastUsedAt: at("When the key was last used, may lag by a minute; null before its first use")
} as const

export const IntegrationKey = Schema.Struct(integrationKeyFields).annotate({ identifier: "IntegrationKey" })
export interface IntegrationKey extends Schema.Schema.Type<typeof IntegrationKey> {}

/** The audience of a grant. */
export const GrantAudience = Schema.Struct({
  workspace: GrantSummary.fields.audienceWorkspace.annotateKey({
    description: "Whether it covers records addressed to the whole workspace"
  }),
  teamIds: GrantSummary.fields.teamXids.annotateKey({
    description: "The teams whose records it covers, by external id"
  })
})

/** The grant of an integration in one workspace. */
export const integrationGrantFields = {
  scope: GrantSummary.fields.scope.annotateKey({ description: "The workspace" }),
  audience: GrantAudience.annotateKey({ description: "Audience that the grant covers" }),
  active: GrantSummary.fields.active.annotateKey({ description: "Whether the grant is in force" }),
  permissions: GrantSummary.fields.permissions.annotateKey({ description: "Permissions of the integration there" }),
  deactivatedAt: at("When the grant ended; null while it is active")
} as const

export const IntegrationGrantView = Schema.Struct(integrationGrantFields).annotate({
  identifier: "IntegrationGrant"
})

/** An integration with its keys and grants (INT-016). */
export const IntegrationView = Schema.Struct({
  id: Integration.fields.xid.annotateKey({ description: "Id of the integration" }),
  name: Integration.fields.name.annotateKey({ description: "Its name, also shown as the owner of Actions" }),
  origin: Integration.fields.origin.annotateKey({
    description: "Where it was created; one created by a widget cannot be granted messaging"
  }),
  keys: Schema.Array(IntegrationKey).annotateKey({ description: "Newest first, at most the newest 100" }),
  grants: Schema.Array(IntegrationGrantView).annotateKey({ description: "One for each workspace with a grant" })
}).annotate({ identifier: "Integration" })
export interface IntegrationView extends Schema.Schema.Type<typeof IntegrationView> {}

export const IntegrationList = Schema.Struct({
  items: Schema.Array(IntegrationView).annotateKey({
    description: "The integrations of the organization, oldest first"
  })
}).annotate({ identifier: "IntegrationList" })

/** A stored key as operators see it. */
export const toIntegrationKeyView = ({
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
export const toIntegrationViews = ({
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
