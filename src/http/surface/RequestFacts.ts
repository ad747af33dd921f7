import { Context } from "effect"
import type { RouteMetrics } from "./RouteMetrics.ts"

/** Facts of the request at hand, for envelopes, logs and metrics. `startedAt` is the `performance.now()` of its arrival. */
export interface RequestFactsShape {
  readonly id: string
  readonly method: string
  /** The path without its query. */
  readonly path: string
  /** The caller's address: of the peer, or what a trusted proxy says. */
  readonly address: string
  readonly startedAt: number
  /** The path template of the route, once it is found: logs and metrics never carry ids. */
  route: string | undefined
  /** W3C trace id: the caller's, or of the trace that the request begins when traces are exported. */
  traceId: string | undefined
  /** The JSON of its body, once it has been accepted; undefined when there is none. */
  body?: unknown
  /** Where the application counts its requests; undefined outside of it. */
  readonly metrics?: RouteMetrics
  /** Answered so often that its log line would only hide others: probes and scrapes. */
  quiet: boolean
}

/** Outside a request there are none: the type generator and the typed client run there. */
export const RequestFacts = Context.Reference<RequestFactsShape>("hub/http/surface/RequestFacts", {
  defaultValue: () => ({
    id: "none",
    method: "GET",
    path: "/",
    address: "",
    startedAt: 0,
    route: undefined,
    traceId: undefined,
    quiet: false
  })
})
