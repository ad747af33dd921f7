import { Cause, Effect } from "effect"
import { HttpApiError } from "effect/http-api"
import { type FailureInstance, failureOf } from "../../domain/shared/Failure.ts"
import { Outage } from "../../domain/shared/Outage.ts"
import { issuesOf, partOf, type RequestIssues, type RequestPart } from "./requestIssues.ts"
import { InternalFault, ServiceUnavailable } from "./transportFailures.ts"

const isFailure = (error: unknown): error is FailureInstance => failureOf(error) !== undefined

/**
 * Maps a cause to the failure to respond with; `invalid` makes the surface's own failure for an undecodable request.
 * Defects are logged here, once, and masked (GEN-010).
 */
export const failureOfCause = Effect.fnUntraced(function* (
  logOutage: (cause: Cause.Cause<unknown>) => Effect.Effect<void>,
  cause: Cause.Cause<unknown>,
  invalid: (part: RequestPart, issues: RequestIssues) => FailureInstance
) {
  const isOutage = yield* Outage
  for (const reason of cause.reasons) {
    const error = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
    if (isFailure(error)) return error
    if (HttpApiError.HttpApiSchemaError.is(error)) {
      const part = partOf(error)
      if (part !== undefined) return invalid(part, issuesOf(error, part))
    }
    if (isOutage(error)) {
      yield* logOutage(cause)
      return new ServiceUnavailable()
    }
  }
  // A client that disconnects gets no response, so the interruption came from within, such as from a closing pool.
  if (Cause.hasInterruptsOnly(cause)) {
    yield* Effect.logWarning("A request was interrupted", cause)
    return new ServiceUnavailable()
  }
  yield* Effect.logError("Unexpected failure", cause)
  return new InternalFault()
})
