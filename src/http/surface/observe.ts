import { Effect, type Fiber } from "effect"
import { RequestFacts, type RequestFactsShape } from "./RequestFacts.ts"

/** Records the path template of the matched route; from here on the request counts as in flight. */
export const enterRoute = (route: string, quiet = false): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const facts = fiber.getRef(RequestFacts)
    facts.route = route
    facts.quiet = quiet
    facts.metrics?.entered(route, facts.method, fiber.context)
    return Effect.void
  })

/** nginx's status for a client that disconnected before the response; only logged and counted, never sent. */
export const clientGone = 499

const millisecondsSince = (start: number) => Math.round((performance.now() - start) * 1000) / 1000

/**
 * Counts and logs the response to a request, once: a structured message with route, method, status and duration. Never
 * a path, query, header or body: they can contain secrets and guest messages.
 */
export const observe = (facts: RequestFactsShape, status: number): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const milliseconds = millisecondsSince(facts.startedAt)
    const { id: requestId, method, metrics, traceId } = facts
    const route = facts.route ?? "unmatched"
    if (facts.route !== undefined) metrics?.left(route, method, fiber.context)
    metrics?.answered({ route, method, status, seconds: milliseconds / 1000 }, fiber.context)
    const log = facts.quiet && status < 500 ? Effect.logDebug : Effect.logInfo
    return log({ message: "request", requestId, traceId, route, method, status, milliseconds })
  })

/** The fields that identify the current request in every log line; undefined outside a request. */
export const requestOf = (fiber: Fiber.Fiber<unknown, unknown>): Readonly<Record<string, string>> | undefined => {
  const { id: requestId, traceId } = fiber.getRef(RequestFacts)
  if (requestId === "none") return undefined
  return traceId === undefined ? { requestId } : { requestId, traceId }
}
