import { Clock, Effect, Metric } from "effect"
import type { RequestFactsShape } from "./RequestFacts.ts"

const requests = Metric.counter("hub_http_requests_total", {
  description: "Requests answered, by route, method and status",
  incremental: true
})

const durations = Metric.histogram("hub_http_request_duration_seconds", {
  description: "Time from the request's arrival to its answer, by route and method",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

const inFlight = Metric.gauge("hub_http_requests_in_flight", { description: "Requests being worked on" })

let flying = 0

interface Series {
  readonly count: Metric.Metric<number, unknown>
  readonly duration: Metric.Metric<number, unknown>
}

const series = new Map<string, Series>()

/** One series per route template, method and status: a bounded set, because templates are. */
const seriesOf = (route: string, method: string, status: number): Series => {
  const key = `${method} ${route} ${status}`
  const known = series.get(key)
  if (known !== undefined) return known
  const made: Series = {
    count: Metric.withAttributes(requests, { route, method, status: String(status) }),
    duration: Metric.withAttributes(durations, { route, method })
  }
  series.set(key, made)
  return made
}

/** Counts the request as being worked on until `effect` ends. */
export const whileInFlight = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    flying++
    return Effect.ensuring(
      Effect.andThen(Metric.update(inFlight, flying), effect),
      Effect.suspend(() => {
        flying--
        return Metric.update(inFlight, flying)
      })
    )
  })

/** One metric update and one log line per answered request; never a path, a header or a body: those can be secret. */
export const observe = Effect.fnUntraced(function* (facts: RequestFactsShape, status: number) {
  const milliseconds = (yield* Clock.currentTimeMillis) - facts.startedAt
  const route = facts.route ?? "unmatched"
  const of = seriesOf(route, facts.method, status)
  yield* Metric.update(of.count, 1)
  yield* Metric.update(of.duration, milliseconds / 1000)
  yield* Effect.logInfo("request").pipe(
    Effect.annotateLogs({ requestId: facts.id, method: facts.method, route, status, milliseconds })
  )
})
