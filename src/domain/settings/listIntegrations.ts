import { Effect } from "effect"
import { organizationOfOperator } from "../operators/OperatorCaller.ts"
import { IntegrationSettings } from "./IntegrationSettings.ts"
import { toIntegrationViews } from "./IntegrationView.ts"

/** The integrations of the caller's organization, with their keys and grants but no secrets (INT-016, HUB-083). */
export const listIntegrations = Effect.gen(function* () {
  const { id } = yield* organizationOfOperator
  return { items: toIntegrationViews(yield* IntegrationSettings.use((settings) => settings.list(id))) }
})
