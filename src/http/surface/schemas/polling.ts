import { Context, Effect, Schema } from "effect"
import { type HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { canonicalJson } from "../../../domain/idempotency/canonicalJson.ts"
import { Digests } from "../../../domain/shared/Digests.ts"
import { namesTag } from "../conditional.ts"
import { etagHeader } from "./etagHeader.ts"
import { withResponseHeaders } from "../withResponseHeaders.ts"

/** Maximum length of If-None-Match; a client has only a few ETags to send. */
const maxHeaderLength = 1000

/** The conditional request header of polled reads. */
export const pollHeaders = {
  "if-none-match": Schema.optionalKey(Schema.String.check(Schema.isMaxLength(maxHeaderLength))).annotateKey({
    description: "ETags of cached responses, or `*`. Returns 304 if one of them is current."
  })
}

const responseHeaders = { etag: Schema.String }

/** Only the client may cache the response, and it must revalidate before reuse. */
const cacheControl = "private, no-cache"

/** Documents the ETag of an operation with `polled` successes. */
export const polledOperation = withResponseHeaders(etagHeader, (status) => status === "200" || status === "304")

const Polled = Context.Reference("hub/http/surface/Polled", { defaultValue: () => false })

/** Annotation of an endpoint with `polled` successes. */
export const polling = Context.make(Polled, true)

/** The Cache-Control header of an endpoint whose responses are specific to one caller. */
export const privateCaching = (endpoint: HttpApiEndpoint.Top) => ({
  "Cache-Control": Context.get(endpoint.annotations, Polled) ? cacheControl : "no-store"
})

/** The successes of a polled endpoint: 200 with the full body, or 304 without one (RFC 9110 section 13.1.2). */
export const polled = <S extends Schema.Top>(whole: S) =>
  [
    HttpApiSchema.WithHeaders(whole, responseHeaders),
    HttpApiSchema.WithHeaders(
      HttpApiSchema.Empty(304).annotate({ description: "Not modified; no body" }),
      responseHeaders
    )
  ] as const

/**
 * The ETag of a response; weak, because it is derived from the version and not from the bytes (RFC 9110 section 8.8.1).
 */
const tagOf = Effect.fnUntraced(function* (request: unknown, version: string) {
  const digests = yield* Digests
  return `W/"${digests.sha256(canonicalJson([request, version])).slice(0, 32)}"`
})

interface Poll<Page, E, R, E2, R2> {
  /** The request's parameters; part of the tag, because versions are only unique per request. */
  readonly request: unknown
  readonly headers: { readonly "if-none-match"?: string | undefined }
  /** The version that `list` would return; only evaluated if the client sent an ETag. */
  readonly version: Effect.Effect<string, E, R>
  readonly list: Effect.Effect<{ readonly version: string; readonly page: Page }, E2, R2>
}

/** Returns the list, or 304 if the client already has the current version. */
export const respondToPoll = Effect.fnUntraced(function* <Page, E, R, E2, R2>({
  headers,
  list,
  request,
  version
}: Poll<Page, E, R, E2, R2>) {
  const ifNoneMatch = headers["if-none-match"]
  if (ifNoneMatch !== undefined) {
    const etag = yield* tagOf(request, yield* version)
    if (namesTag(ifNoneMatch, etag.slice(2))) return HttpApiSchema.withHeaders({ body: undefined, headers: { etag } })
  }
  const current = yield* list
  return HttpApiSchema.withHeaders({
    body: current.page,
    headers: { etag: yield* tagOf(request, current.version) }
  })
})
