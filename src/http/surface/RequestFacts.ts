import { Context } from "effect"
import type { RouteMetrics } from "./RouteMetrics.ts"

/**
 * Facts about the current request, for envelopes, logs and metrics. `startedAt` is the `performance.now()` of its
 * arrival.
 */
export interface RequestFactsShape {
  readonly id: string
  readonly method: string
  /** The path without its query. */
  readonly path: string
  /** The client address: the peer's, or the one reported by a trusted proxy. */
  readonly address: string
  readonly startedAt: number
  /** The route's path template, once matched: logs and metrics never contain ids. */
  route: string | undefined
  /** W3C trace id: the caller's, or a new one when traces are exported. */
  traceId: string | undefined
  /** The parsed JSON body, once accepted; undefined if there is none. */
  body?: unknown
  /** The application's request metrics; undefined outside a running application. */
  readonly metrics?: RouteMetrics
  /** Whether the request is logged at debug level only: probes and scrapes would drown out other lines. */
  quiet: boolean
}

/** Placeholder values, for what is not known of a request that no surface handles. */
export const emptyFacts: RequestFactsShape = {
  id: "none",
  method: "GET",
  path: "/",
  address: "",
  startedAt: 0,
  route: undefined,
  traceId: undefined,
  quiet: false
}

/** Those of the current request; `emptyFacts` outside one, where the document generator and the typed client run. */
export const RequestFacts = Context.Reference<RequestFactsShape>("hub/http/surface/RequestFacts", {
  defaultValue: () => ({ ...emptyFacts })
})
