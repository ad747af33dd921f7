import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import { organizationOfOperator } from "../operators/OperatorCaller.ts"
import { NotFound } from "../shared/NotFound.ts"
import { IntegrationSettings } from "./IntegrationSettings.ts"
import { type IntegrationView, toIntegrationViews } from "./IntegrationView.ts"
import { SettingsLimitReached } from "./SettingsErrors.ts"

/** Maximum number of integrations of an organization. */
export const maxIntegrations = 100

/** The integrations of the caller's organization, with their keys and grants but no secrets (INT-016, HUB-083). */
export const listIntegrations = Effect.gen(function* () {
  const { id } = yield* organizationOfOperator
  return { items: toIntegrationViews(yield* IntegrationSettings.use((settings) => settings.list(id))) }
})

/** Creates an integration without keys and grants (INT-016). */
export const createIntegration = Effect.fnUntraced(function* (name: string) {
  const settings = yield* IntegrationSettings
  const random = yield* SecureRandom.SecureRandom
  const { id: organizationId } = yield* organizationOfOperator
  if ((yield* settings.countForUpdate(organizationId)) >= maxIntegrations) {
    return yield* new SettingsLimitReached({ what: "integrations", most: maxIntegrations })
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
 * Locks an integration of the caller's organization until the transaction ends; foreign and unknown ones are the same
 * `NotFound` (INT-011).
 */
export const lockIntegration = Effect.fnUntraced(function* (xid: string) {
  const { id: organizationId } = yield* organizationOfOperator
  const integration = yield* IntegrationSettings.use((settings) => settings.findForUpdate(organizationId, xid))
  return Option.isNone(integration) ? yield* new NotFound({}) : integration.value
})
