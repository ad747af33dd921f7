import { Effect, Option } from "effect"
import { Headers, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Blobs } from "../../domain/blobs/Blobs.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { entityTag, namesTag } from "../surface/conditional.ts"
import { plainRoute } from "../system/plainRoute.ts"

/** Bytes never change under their address, so that nobody has to ask for them twice (RFC 8246). */
const immutable = {
  "Cache-Control": "public, max-age=31536000, immutable",
  // Whatever is in the file, a browser that opens it by itself runs and loads nothing.
  "Content-Security-Policy": "default-src 'none'",
  // Pages at domains of their own show them.
  "Cross-Origin-Resource-Policy": "cross-origin"
} as const

const idPattern = /^[0-9a-f-]{1,64}$/

const filePattern = /^[1-9]\d{0,4}\.(?:webp|avif)$/

/** The images of pages, each in a width and a format; they need no credential, as the pages that show them. */
export const MediaRoutes = plainRoute(
  "GET",
  "/media/images/:imageId/:file",
  Effect.gen(function* () {
    const { file = "", imageId = "" } = yield* HttpRouter.params
    if (!idPattern.test(imageId) || !filePattern.test(file)) return yield* new NotFound({})
    const found = Option.getOrUndefined(yield* Blobs.use(({ find }) => find(`images/${imageId}/${file}`)))
    if (found === undefined) return yield* new NotFound({})
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const { bytes, contentType } = found
    const tag = entityTag(bytes)
    const named = { ...immutable, ETag: tag }
    const ifNoneMatch = Option.getOrElse(Headers.get(headers, "if-none-match"), () => "")
    return namesTag(ifNoneMatch, tag)
      ? HttpServerResponse.empty({ status: 304, headers: named })
      : HttpServerResponse.uint8Array(bytes, { contentType, headers: named })
  })
)
