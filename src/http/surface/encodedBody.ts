import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { entityTag } from "./conditional.ts"

const encodings = ["br", "gzip"] as const

/** Brotli quality 9 is within 10% of the best compression at 5% of its time. */
const compress = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 })
}

/** The smallest encoding that Accept-Encoding allows, by name or `*`; undefined if none (RFC 9110 section 12.5.3). */
export const encodingFor = (acceptEncoding: string): (typeof encodings)[number] | undefined => {
  const weights = new Map(
    acceptEncoding.split(",").map((entry): [string, number] => {
      const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase())
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

/** A body in every encoding it is served in, compressed once. Each variant has its own strong ETag. */
export interface EncodedBody {
  readonly identity: Variant
  readonly br: Variant
  readonly gzip: Variant
}

/** Compresses a body; every variant carries `headers`. */
export const encodeBody = async (
  text: string | Uint8Array,
  headers: Readonly<Record<string, string>>
): Promise<EncodedBody> => {
  const bytes = typeof text === "string" ? Buffer.from(text) : text
  const variant = (body: Uint8Array, encoding?: string): Variant => {
    const tag = entityTag(body)
    const own = { Vary: "Accept-Encoding", ...headers, ETag: tag }
    return { bytes: body, tag, headers: encoding === undefined ? own : { ...own, "Content-Encoding": encoding } }
  }
  const [br, gz] = await Promise.all([compress.br(bytes), compress.gzip(bytes)])
  return { identity: variant(bytes), br: variant(br, "br"), gzip: variant(gz, "gzip") }
}
