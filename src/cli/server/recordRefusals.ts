import { Context, Effect } from "effect"
import { httpMetrics } from "../../http/surface/httpMetrics.ts"

/** A response that the server gives by itself, to what reaches no handler. */
export interface ServerRefusal {
  readonly requestId: string
  /** `unknown` if the request could not be read. */
  readonly method: string
  readonly status: number
}

export type RecordRefusal = (refusal: ServerRefusal) => void

/**
 * Counts refusals, and logs them as `observe` does the responses of handlers, with the logger of `context` (GEN-013):
 * only as details of debugging until `isAnnounced`, because the announcement must be the first output.
 */
export const recordRefusals = (context: Context.Context<never>, isAnnounced = () => true): RecordRefusal => {
  const fork = Effect.runForkWith(context)
  return ({ method, requestId, status }) => {
    const route = "refused"
    httpMetrics.requests.of({ route, method, status: String(status) }).updateUnsafe(1, Context.empty())
    const log = isAnnounced() ? Effect.logInfo : Effect.logDebug
    fork(log({ message: "request", requestId, route, method, status }))
  }
}
