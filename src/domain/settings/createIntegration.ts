import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import { organizationOfOperator } from "../operators/OperatorCaller.ts"
import { IntegrationSettings } from "./IntegrationSettings.ts"
import type { IntegrationView } from "./IntegrationView.ts"
import { SettingsLimitReached } from "./SettingsErrors.ts"

/** Maximum number of integrations of an organization. */
export const maxIntegrations = 100

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
