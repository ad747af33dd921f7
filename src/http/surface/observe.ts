import { Effect, type Fiber } from "effect"
import { RequestFacts, type RequestFactsShape } from "./RequestFacts.ts"

/** Says which route answers the request at hand, by its path template; from here on it counts as in flight. */
export const enterRoute = (route: string, quiet = false): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const facts = fiber.getRef(RequestFacts)
    facts.route = route
    facts.quiet = quiet
    facts.metrics?.entered(route, facts.method, fiber.context)
    return Effect.void
  })

/** The client went away before there was an answer; nginx's number for it, which no answer ever carries. */
export const clientGone = 499

const millisecondsSince = (start: number) => Math.round((performance.now() - start) * 1000) / 1000

/**
 * Counts and logs the answer to a request, once: a structured message with route, method, status and duration, and
 * never a path, a query, a header or a body, which can hold secrets and what guests write.
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

/** What every log line written while a request is worked on says of it. */
export const requestOf = (fiber: Fiber.Fiber<unknown, unknown>): Readonly<Record<string, string>> | undefined => {
  const { id: requestId, traceId } = fiber.getRef(RequestFacts)
  if (requestId === "none") return undefined
  return traceId === undefined ? { requestId } : { requestId, traceId }
}
