import { Option, Predicate, Schema } from "effect"
import { importJWK, type JWK } from "jose"

/** The keys could not be fetched, or the response is not a key set. */
export class KeysUnavailable extends Error {
  readonly _tag = "KeysUnavailable"
}

/** The size limit of a key set; a typical one has a few kilobytes. */
const maxBytes = 256 * 1024

const decodeKeySet = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ keys: Schema.Array(Schema.Unknown) }))
)

const textOf = async ({ body }: Response) => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new KeysUnavailable(`The key set has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const hasLength = Schema.is(Schema.Struct({ modulusLength: Schema.Int.check(Schema.isGreaterThanOrEqualTo(2048)) }))

/** Whether a published key can be used. Keys of types other than RSA are never selected, so they are not checked. */
const isUsable = async (jwk: JWK) => {
  if (jwk.kty !== "RSA") return true
  try {
    const key = await importJWK(jwk, "RS256")
    return key instanceof CryptoKey && key.type === "public" && hasLength(key.algorithm)
  } catch {
    return false
  }
}

/** The usable keys of a response, and the ids of the others. */
export const readKeySet = async (response: Response) => {
  if (response.status !== 200) throw new KeysUnavailable(`The key set was answered with ${response.status}`)
  const decoded = decodeKeySet(await textOf(response))
  if (Option.isNone(decoded)) throw new KeysUnavailable("The answer is not a key set")
  const published = decoded.value.keys
  const jwks: ReadonlyArray<JWK> = published.filter((key) => Predicate.isObject(key))
  const usable = await Promise.all(jwks.map(isUsable))
  const keys = jwks.filter((_, index) => usable[index])
  if (keys.length === 0 && published.length > 0) throw new KeysUnavailable("None of the published keys can be used")
  const unusable = new Set<unknown>(jwks.flatMap(({ kid }, index) => (usable[index] ? [] : [kid])))
  return { keys, unusable }
}
