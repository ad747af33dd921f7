import { Context, Effect, Schema } from "effect"
import { type HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { canonicalJson } from "../../domain/idempotency/canonicalJson.ts"
import { Digests } from "../../domain/shared/Digests.ts"
import { namesTag } from "./conditional.ts"
import { etagHeader } from "./etagHeader.ts"
import { withResponseHeaders } from "./withResponseHeaders.ts"

/** The most of an If-None-Match that is read; a client has the tags of a few answers. */
const longest = 1000

/** The header of a client that has an answer already. */
export const pollHeaders = {
  "if-none-match": Schema.optionalKey(Schema.String.check(Schema.isMaxLength(longest))).annotateKey({
    description: "ETags the client has, or `*`: with the current one among them the answer is 304"
  })
}

const answerHeaders = { etag: Schema.String }

/** How an answer may be kept: by the client alone, which asks whether it is still right. */
const cacheControl = "private, no-cache"

/** A documented operation with `polled` successes. */
export const polledOperation = withResponseHeaders(etagHeader, (status) => status === "200" || status === "304")

const Polled = Context.Reference("hub/http/surface/Polled", { defaultValue: () => false })

/** Annotation of an endpoint with `polled` successes. */
export const polling = Context.make(Polled, true)

/** The caching header of an endpoint whose answers are about one caller. */
export const privateCaching = (endpoint: HttpApiEndpoint.Top) => ({
  "Cache-Control": Context.get(endpoint.annotations, Polled) ? cacheControl : "no-store"
})

/** The successes of an endpoint that clients poll: the whole, or 304 without a body (RFC 9110 section 13.1.2). */
export const polled = <S extends Schema.Top>(whole: S) =>
  [
    HttpApiSchema.WithHeaders(whole, answerHeaders),
    HttpApiSchema.WithHeaders(
      HttpApiSchema.Empty(304).annotate({ description: "The client has it already; without a body" }),
      answerHeaders
    )
  ] as const

/** An answer of which only its meaning is compared, so its tag is weak (RFC 9110 section 8.8.1). */
const tagOf = Effect.fnUntraced(function* (request: unknown, version: string) {
  const digests = yield* Digests
  return `W/"${digests.sha256(canonicalJson([request, version])).slice(0, 32)}"`
})

interface Poll<Page, E, R, E2, R2> {
  /** What was asked for: the same version of something else has another tag. */
  readonly request: unknown
  readonly headers: { readonly "if-none-match"?: string | undefined }
  /** The version of what `list` would answer; asked only of a client that has an answer. */
  readonly version: Effect.Effect<string, E, R>
  readonly list: Effect.Effect<{ readonly version: string; readonly page: Page }, E2, R2>
}

/** Lists unless the client has that version already. */
export const answerPoll = Effect.fnUntraced(function* <Page, E, R, E2, R2>({
  headers,
  list,
  request,
  version
}: Poll<Page, E, R, E2, R2>) {
  const had = headers["if-none-match"]
  if (had !== undefined) {
    const etag = yield* tagOf(request, yield* version)
    if (namesTag(had, etag.slice(2))) return HttpApiSchema.withHeaders({ body: undefined, headers: { etag } })
  }
  const current = yield* list
  return HttpApiSchema.withHeaders({
    body: current.page,
    headers: { etag: yield* tagOf(request, current.version) }
  })
})
