import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Blobs } from "../../domain/blobs/Blobs.ts"
import { entityTag, namesTag } from "../surface/conditional.ts"
import { headerOf } from "../surface/headerOf.ts"
import { routeNotFound } from "../surface/routeNotFound.ts"
import { enterRoute } from "../surface/observe.ts"
import { withRequestDeadline } from "../surface/withRequestDeadline.ts"

/** The bytes at a URL never change, so clients never need to revalidate them (RFC 8246). */
const immutable = {
  "Cache-Control": "public, max-age=31536000, immutable",
  // If the file is opened directly, the browser must neither run nor load anything.
  "Content-Security-Policy": "default-src 'none'",
  // Pages on custom domains embed these images.
  "Cross-Origin-Resource-Policy": "cross-origin"
} as const

const idPattern = /^[0-9a-f-]{1,64}$/

const filePattern = /^[1-9]\d{0,4}\.(?:webp|avif)$/

/** The path of an image. */
export const mediaPath = "/media/images/:imageId/:file"

const image = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { file = "", imageId = "" } = yield* HttpRouter.params
  if (!idPattern.test(imageId) || !filePattern.test(file)) return yield* Effect.fail(routeNotFound(request))
  const blob = Option.getOrUndefined(yield* Blobs.use(({ find }) => find(`images/${imageId}/${file}`)))
  if (blob === undefined) return yield* Effect.fail(routeNotFound(request))
  const { bytes, contentType } = blob
  const tag = entityTag(bytes)
  const headers = { ...immutable, ETag: tag }
  return namesTag(headerOf(request, "if-none-match") ?? "", tag)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.uint8Array(bytes, { contentType, headers })
})

/** Serves the images of pages, by width and format. Like the pages themselves, they need no credential. */
export const MediaRoutes = HttpRouter.add(
  "GET",
  mediaPath,
  Effect.andThen(enterRoute(mediaPath), withRequestDeadline(image))
)
