import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { namesTag } from "./conditional.ts"
import { encodeBody, encodingFor } from "./encodedBody.ts"
import { headerOf } from "./headerOf.ts"

/**
 * Serves a body that stays the same for the life of the process. It is built and compressed once, on the first request;
 * each encoding has its own strong ETag, and a matching If-None-Match gets 304.
 */
export const staticBody = (
  make: Effect.Effect<string | Uint8Array>,
  options: { readonly contentType: string; readonly headers: Readonly<Record<string, string>> }
) => {
  const variants = Effect.flatMap(make, (body) => Effect.promise(() => encodeBody(body, options.headers)))
  return Effect.map(Effect.cached(variants), (cached) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const chosen = (yield* cached)[encodingFor(headerOf(request, "accept-encoding") ?? "") ?? "identity"]
      return namesTag(headerOf(request, "if-none-match") ?? "", chosen.tag)
        ? HttpServerResponse.empty({ status: 304, headers: chosen.headers })
        : HttpServerResponse.uint8Array(chosen.bytes, { contentType: options.contentType, headers: chosen.headers })
    })
  )
}
