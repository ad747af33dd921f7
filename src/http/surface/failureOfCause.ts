import { Cause, Effect } from "effect"
import { HttpApiError } from "effect/http-api"
import { type FailureInstance, failureOf } from "../../domain/shared/Failure.ts"
import { Outage } from "../../domain/shared/Outage.ts"
import { issuesOf, partOf, type RequestIssues, type RequestPart } from "./requestIssues.ts"
import { InternalFault, ServiceUnavailable } from "./transportFailures.ts"

const isFailure = (error: unknown): error is FailureInstance => failureOf(error) !== undefined

/**
 * The failure that answers a cause; `invalid` is the surface's own for a request that does not decode. Defects are logged
 * here, once, and masked (GEN-010).
 */
export const failureOfCause = Effect.fnUntraced(function* (
  logOutage: (cause: Cause.Cause<unknown>) => Effect.Effect<void>,
  cause: Cause.Cause<unknown>,
  invalid: (part: RequestPart, found: RequestIssues) => FailureInstance
) {
  const isOutage = yield* Outage
  for (const reason of cause.reasons) {
    const found = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
    if (isFailure(found)) return found
    if (HttpApiError.HttpApiSchemaError.is(found)) {
      const part = partOf(found)
      if (part !== undefined) return invalid(part, issuesOf(found, part))
    }
    if (isOutage(found)) {
      yield* logOutage(cause)
      return new ServiceUnavailable()
    }
  }
  // A client that hangs up gets no answer, so this was interrupted from within, as by a pool that closes.
  if (Cause.hasInterruptsOnly(cause)) {
    yield* Effect.logWarning("Work on a request was stopped", cause)
    return new ServiceUnavailable()
  }
  yield* Effect.logError("Unexpected failure", cause)
  return new InternalFault()
})
