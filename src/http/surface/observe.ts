import { Effect, type Fiber, type Metric } from "effect"
import { metrics } from "../../domain/shared/metrics.ts"
import { RequestFacts, type RequestFactsShape } from "./RequestFacts.ts"

type Instrument = Metric.Metric<number, unknown>

/** The instruments of one path template and method. A bounded set, because templates are. */
interface Route {
  readonly inFlight: Instrument
  readonly byStatus: Map<number, { readonly count: Instrument; readonly seconds: Instrument }>
}

const routes = new Map<string, Map<string, Route>>()

const routeOf = (route: string, method: string): Route => {
  let methods = routes.get(route)
  if (methods === undefined) routes.set(route, (methods = new Map()))
  let known = methods.get(method)
  if (known === undefined) {
    known = { inFlight: metrics.requestsInFlight.of({ route, method }), byStatus: new Map() }
    methods.set(method, known)
  }
  return known
}

const instrumentsOf = (route: string, method: string, status: number) => {
  const { byStatus } = routeOf(route, method)
  let known = byStatus.get(status)
  if (known === undefined) {
    const labels = { route, method, status: String(status) }
    known = { count: metrics.requests.of(labels), seconds: metrics.requestSeconds.of(labels) }
    byStatus.set(status, known)
  }
  return known
}

/** Says which route answers the request at hand, by its path template; from here on it counts as in flight. */
export const enterRoute = (route: string, quiet = false): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const facts = fiber.getRef(RequestFacts)
    facts.route = route
    facts.quiet = quiet
    routeOf(route, facts.method).inFlight.modifyUnsafe(1, fiber.context)
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
    const { id: requestId, method, traceId } = facts
    const route = facts.route ?? "unmatched"
    if (facts.route !== undefined) routeOf(route, method).inFlight.modifyUnsafe(-1, fiber.context)
    const { count, seconds } = instrumentsOf(route, method, status)
    count.updateUnsafe(1, fiber.context)
    seconds.updateUnsafe(milliseconds / 1000, fiber.context)
    const log = facts.quiet && status < 500 ? Effect.logDebug : Effect.logInfo
    return log({ message: "request", requestId, traceId, route, method, status, milliseconds })
  })

/** What every log line written while a request is worked on says of it. */
export const requestOf = (fiber: Fiber.Fiber<unknown, unknown>): Readonly<Record<string, string>> | undefined => {
  const { id: requestId, traceId } = fiber.getRef(RequestFacts)
  if (requestId === "none") return undefined
  return traceId === undefined ? { requestId } : { requestId, traceId }
}
