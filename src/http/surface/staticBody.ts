import { Effect, Option } from "effect"
import { Headers, HttpServerRequest, HttpServerResponse } from "effect/http"
import { namesTag } from "./conditional.ts"
import { encodeBody, encodingFor } from "./encodedBody.ts"

/**
 * A body that does not change while the process lives, as responses to GET. It is made and compressed at the first request
 * and never again; each encoding has a strong ETag of its own, and who names it gets 304.
 */
export const staticBody = (
  make: Effect.Effect<string | Uint8Array>,
  options: { readonly contentType: string; readonly headers: Readonly<Record<string, string>> }
) => {
  const variants = Effect.flatMap(make, (made) => Effect.promise(() => encodeBody(made, options.headers)))
  return Effect.map(Effect.cached(variants), (cached) =>
    Effect.gen(function* () {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const header = (name: string) => Option.getOrElse(Headers.get(headers, name), () => "")
      const known = yield* cached
      const chosen = known[encodingFor(header("accept-encoding")) ?? "identity"]
      return namesTag(header("if-none-match"), chosen.tag)
        ? HttpServerResponse.empty({ status: 304, headers: chosen.headers })
        : HttpServerResponse.uint8Array(chosen.bytes, { contentType: options.contentType, headers: chosen.headers })
    })
  )
}
