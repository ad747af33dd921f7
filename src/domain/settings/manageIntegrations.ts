import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import { organizationOfOperator } from "../operators/OperatorCaller.ts"
import { NotFound } from "../shared/NotFound.ts"
import { IntegrationSettings } from "./IntegrationSettings.ts"
import { type IntegrationView, showIntegrations } from "./IntegrationView.ts"
import { SettingsLimitReached } from "./SettingsErrors.ts"

/** Most integrations of an organization that are made in its settings. */
export const mostIntegrations = 100

/** The integrations of the caller's organization, with their keys and grants and without a secret (INT-016, HUB-083). */
export const listIntegrations = Effect.gen(function* () {
  const { id } = yield* organizationOfOperator
  return { items: showIntegrations(yield* IntegrationSettings.use((settings) => settings.list(id))) }
})

/** Makes an integration, which has no key and no grant yet (INT-016). */
export const createIntegration = Effect.fnUntraced(function* (name: string) {
  const settings = yield* IntegrationSettings
  const random = yield* SecureRandom.SecureRandom
  const { id: organizationId } = yield* organizationOfOperator
  const { integrations } = yield* settings.list(organizationId)
  if (integrations.length >= mostIntegrations) {
    return yield* new SettingsLimitReached({ what: "integrations", most: mostIntegrations })
  }
  const { origin, xid } = yield* settings.insert({
    organizationId,
    xid: yield* random.uuidV7(),
    name,
    origin: "settings"
  })
  yield* audit({
    organizationId,
    action: "integration.created",
    subject: `integration:${xid}`,
    before: null,
    after: { origin }
  })
  return { id: xid, name, origin, keys: [], grants: [] } satisfies IntegrationView
})

/**
 * An integration of the caller's organization, locked until the transaction ends; a foreign one and an unknown one are
 * missing alike (INT-011).
 */
export const lockIntegration = Effect.fnUntraced(function* (xid: string) {
  const { id: organizationId } = yield* organizationOfOperator
  const found = yield* IntegrationSettings.use((settings) => settings.findForUpdate(organizationId, xid))
  return Option.isNone(found) ? yield* new NotFound({}) : found.value
})
