import { Effect, Option } from "effect"
import { Headers, HttpServerRequest, HttpServerResponse } from "effect/http"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { entityTag, namesTag } from "./conditional.ts"

const encodings = ["br", "gzip"] as const

/** Sizes come within a tenth of the densest setting in a twentieth of its time. */
const compress = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 })
}

/** The densest encoding that an Accept-Encoding allows by name or by `*`, if any (RFC 9110 section 12.5.3). */
const encodingFor = (acceptEncoding: string): (typeof encodings)[number] | undefined => {
  const weights = new Map(
    acceptEncoding.split(",").map((one): [string, number] => {
      const [coding = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))
      return [coding, weight === undefined ? 1 : Number(weight.slice(2))]
    })
  )
  return encodings.find((coding) => (weights.get(coding) ?? weights.get("*") ?? 0) > 0)
}

interface Variant {
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly tag: string
}

/**
 * A body that does not change while the process lives, as responses to GET. It is made and compressed at the first request
 * and never again; each encoding has a strong ETag of its own, and who names it gets 304.
 */
export const staticBody = (
  make: Effect.Effect<string | Uint8Array>,
  options: { readonly contentType: string; readonly headers: Readonly<Record<string, string>> }
) => {
  const variant = (bytes: Uint8Array, encoding?: string): Variant => {
    const tag = entityTag(bytes)
    const headers = { ...options.headers, Vary: "Accept-Encoding", ETag: tag }
    return { bytes, tag, headers: encoding === undefined ? headers : { ...headers, "Content-Encoding": encoding } }
  }
  const variants = Effect.gen(function* () {
    const made = yield* make
    const bytes = typeof made === "string" ? Buffer.from(made) : made
    const [br, gz] = yield* Effect.promise(() => Promise.all([compress.br(bytes), compress.gzip(bytes)]))
    return { identity: variant(bytes), br: variant(br, "br"), gzip: variant(gz, "gzip") }
  })
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
