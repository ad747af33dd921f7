import { DateTime, Effect, Redacted, Schema } from "effect"
import { auditKey } from "../access/auditKey.ts"
import { type HubPermission, hubPermissions } from "../access/hubPermissions.ts"
import { insertKey } from "../access/insertKey.ts"
import { Deployment } from "../shared/Deployment.ts"
import { hasPassed } from "../shared/hasPassed.ts"
import { IntegrationSettings } from "./IntegrationSettings.ts"
import { integrationKeyFields, toIntegrationKeyView } from "./IntegrationView.ts"
import { lockIntegration } from "./lockIntegration.ts"
import { KeyExpiryPassed, SettingsLimitReached } from "./SettingsErrors.ts"

/** Maximum number of current keys of an integration. */
export const maxCurrentKeys = 50

/** The response to the creation of a key. Only the first response has the secret (HUB-083, INT-016). */
export const NewIntegrationKey = Schema.Struct({
  ...integrationKeyFields,
  secret: Schema.optionalKey(Schema.String).annotateKey({
    description: "The secret of the key, returned only once, since only its hash is stored; absent in a replay"
  }),
  secretShown: Schema.Boolean.annotateKey({
    description: "Whether the secret was already returned: true in a replay, which omits it"
  })
}).annotate({ identifier: "NewIntegrationKey" })
export interface NewIntegrationKey extends Schema.Schema.Type<typeof NewIntegrationKey> {}

/** The response to a replay. */
export const withoutSecret = ({ secret: _, ...key }: NewIntegrationKey): NewIntegrationKey => ({
  ...key,
  secretShown: true
})

/** The requested key. */
export interface KeyDraft {
  readonly name: string
  readonly permissions: ReadonlyArray<HubPermission>
  /** Null: the key does not expire. */
  readonly expiresAt: DateTime.Utc | null
}

/**
 * Creates a hub key of an integration for this deployment's environment. Messaging additionally requires a grant of the
 * integration (HUB-082). The result is the only copy of its secret (GEN-009).
 */
export const createIntegrationKey = Effect.fnUntraced(function* (integrationXid: string, draft: KeyDraft) {
  const { environment } = yield* Deployment
  const now = yield* DateTime.now
  const { expiresAt, name } = draft
  const integration = yield* lockIntegration(integrationXid)
  if (hasPassed(expiresAt, now)) {
    return yield* new KeyExpiryPassed({ field: "expiresAt" })
  }
  const { id: integrationId, organizationId } = integration
  const current = yield* IntegrationSettings.use((settings) =>
    settings.countCurrentKeys(organizationId, integrationId, now)
  )
  if (current >= maxCurrentKeys) return yield* new SettingsLimitReached({ what: "keys", most: maxCurrentKeys })
  const { key, secret } = yield* insertKey({
    surface: "hub",
    organizationId,
    integrationId,
    authLevel: null,
    allVenues: false,
    venueIds: [],
    name,
    environment,
    permissions: hubPermissions.filter((permission) => draft.permissions.includes(permission)),
    createdAt: now,
    expiresAt
  })
  yield* auditKey(key, "created", integrationXid)
  return {
    ...toIntegrationKeyView(key),
    secret: Redacted.value(secret),
    secretShown: false
  } satisfies NewIntegrationKey
})
