import { Clock, Effect, Exit, Option } from "effect"
import { type Headers, type HttpServerResponse, HttpTraceContext } from "effect/http"
import type { RequestFactsShape } from "./RequestFacts.ts"

/** The trace id that the caller sent (W3C Trace Context); undefined if none. */
export const callerTraceId = (headers: Headers.Headers): string | undefined =>
  "traceparent" in headers ? Option.getOrUndefined(HttpTraceContext.w3c(headers))?.traceId : undefined

/**
 * Wraps the request in a server span that continues the caller's trace. Like the log it records the route but never the
 * path, query or headers, which can contain secrets and guest messages.
 */
export const traced = Effect.fnUntraced(function* <E, R>(
  respond: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  facts: RequestFactsShape,
  headers: Headers.Headers,
  route: string | undefined
) {
  const clock = yield* Clock.Clock
  const parent = Option.getOrUndefined(HttpTraceContext.w3c(headers))
  const span = yield* Effect.makeSpan(route === undefined ? facts.method : `${facts.method} ${route}`, {
    kind: "server",
    parent,
    root: parent === undefined,
    attributes: {
      "http.request.method": facts.method,
      "hub.request_id": facts.id,
      ...(route === undefined ? undefined : { "http.route": route })
    }
  })
  facts.traceId = span.traceId
  return yield* respond.pipe(
    Effect.withParentSpan(span),
    Effect.onExit((exit) =>
      Effect.sync(() => {
        const status = Exit.isSuccess(exit) ? exit.value.status : undefined
        if (status !== undefined) span.attribute("http.response.status_code", status)
        const failed = status === undefined || status >= 500
        span.end(
          clock.currentTimeNanosUnsafe(),
          failed ? Exit.die(new Error(status === undefined ? "no response" : `status ${status}`)) : Exit.void
        )
      })
    )
  )
})
