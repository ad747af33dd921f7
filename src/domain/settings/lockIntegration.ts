import { Effect, Option } from "effect"
import { organizationOfOperator } from "../operators/OperatorCaller.ts"
import { NotFound } from "../shared/NotFound.ts"
import { IntegrationSettings } from "./IntegrationSettings.ts"

/**
 * Locks an integration of the caller's organization until the transaction ends; foreign and unknown ones are the same
 * `NotFound` (INT-011).
 */
export const lockIntegration = Effect.fnUntraced(function* (xid: string) {
  const { id: organizationId } = yield* organizationOfOperator
  const integration = yield* IntegrationSettings.use((settings) => settings.findForUpdate(organizationId, xid))
  return Option.isNone(integration) ? yield* new NotFound({}) : integration.value
})
