import { Effect, Option } from "effect"
import { Headers, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Blobs } from "../../domain/blobs/Blobs.ts"
import { entityTag, namesTag } from "../surface/conditional.ts"
import { noRoute } from "../surface/noRoute.ts"
import { enterRoute } from "../surface/observe.ts"

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

/** The path of an image. */
export const mediaPath = "/media/images/:imageId/:file"

const image = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { file = "", imageId = "" } = yield* HttpRouter.params
  if (!idPattern.test(imageId) || !filePattern.test(file)) return yield* Effect.fail(noRoute(request))
  const found = Option.getOrUndefined(yield* Blobs.use(({ find }) => find(`images/${imageId}/${file}`)))
  if (found === undefined) return yield* Effect.fail(noRoute(request))
  const { bytes, contentType } = found
  const tag = entityTag(bytes)
  const headers = { ...immutable, ETag: tag }
  const ifNoneMatch = Option.getOrElse(Headers.get(request.headers, "if-none-match"), () => "")
  return namesTag(ifNoneMatch, tag)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.uint8Array(bytes, { contentType, headers })
})

/** The images of pages, each in a width and a format; they need no credential, as the pages that show them. */
export const MediaRoutes = HttpRouter.add("GET", mediaPath, Effect.andThen(enterRoute(mediaPath), image))
