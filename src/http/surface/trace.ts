import { Clock, Effect, Exit, Option } from "effect"
import { type Headers, type HttpServerResponse, HttpTraceContext } from "effect/http"
import type { RequestFactsShape } from "./RequestFacts.ts"

/** The trace a caller says that its request is part of (W3C Trace Context). */
export const callerTraceId = (headers: Headers.Headers): string | undefined =>
  "traceparent" in headers ? Option.getOrUndefined(HttpTraceContext.w3c(headers))?.traceId : undefined

/**
 * A server span around the answer, continuing the caller's trace. Like the log it names the route and never the path,
 * the query or a header: those can hold secrets and what guests write.
 */
export const traced = Effect.fnUntraced(function* <E, R>(
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
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
  return yield* answer.pipe(
    Effect.withParentSpan(span),
    Effect.onExit((exit) =>
      Effect.sync(() => {
        const status = Exit.isSuccess(exit) ? exit.value.status : undefined
        if (status !== undefined) span.attribute("http.response.status_code", status)
        const failed = status === undefined || status >= 500
        span.end(
          clock.currentTimeNanosUnsafe(),
          failed ? Exit.die(new Error(status === undefined ? "no answer" : `status ${status}`)) : Exit.void
        )
      })
    )
  )
})
