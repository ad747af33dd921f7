import { Option, Predicate, Schema } from "effect"
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  importJWK,
  type JWK,
  type JWTVerifyGetKey
} from "jose"

/** The keys could not be fetched or are not a key set. */
export class KeysUnavailable extends Error {
  readonly _tag = "KeysUnavailable"
}

/** How an issuer's keys are fetched. Durations in milliseconds. */
export interface Fetching {
  /** Timeout of one fetch. */
  readonly timeoutMs: number
  /** The minimum interval between fetches for unknown key ids. */
  readonly cooldownMs: number
  /** After a failed fetch, how long calls fail without another attempt. */
  readonly pauseMs: number
  /** Keys older than this are fetched again in the background, so that a withdrawn key stops working. */
  readonly refreshMs: number
  /** Keys older than this are not used while the issuer is unreachable. */
  readonly trustMs: number
  readonly fetch: FetchImplementation
}

export const fetching: Fetching = {
  timeoutMs: 3000,
  cooldownMs: 2000,
  pauseMs: 1000,
  refreshMs: 300_000,
  trustMs: 3_600_000,
  fetch: (url, options) => fetch(url, options)
}

/** The largest key set that is read; a usual one has a few kilobytes. */
const mostBytes = 256 * 1024

const decodeKeySet = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ keys: Schema.Array(Schema.Unknown) }))
)

const textOf = async ({ body }: Response) => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new KeysUnavailable(`The key set has more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const hasLength = Schema.is(Schema.Struct({ modulusLength: Schema.Int.check(Schema.isGreaterThanOrEqualTo(2048)) }))

/** Whether a published key may stay: other types than RSA are never chosen, so nothing is asked of them. */
const isUsable = async (jwk: JWK) => {
  if (jwk.kty !== "RSA") return true
  try {
    const key = await importJWK(jwk, "RS256")
    return key instanceof CryptoKey && key.type === "public" && hasLength(key.algorithm)
  } catch {
    return false
  }
}

/** The key set was read, but no key fits: the token is at fault, not the issuer. */
const isAboutToken = (cause: unknown) =>
  cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys

/**
 * The published keys of an issuer, for `jwtVerify`; fails with `KeysUnavailable` without a usable key. A key that cannot
 * be used spoils no other, and is looked for again like an unknown one. A short outage of the issuer goes unnoticed; a
 * long one costs one connection per pause, not one per request.
 */
export const remoteKeys = (jwksUrl: string, options: Fetching): JWTVerifyGetKey => {
  let failedAt = Number.NEGATIVE_INFINITY
  /** Ids of published keys that cannot be used: a token that names one is not at fault. */
  let unusable: ReadonlySet<unknown> = new Set()

  const keySetOf = async (response: Response) => {
    if (response.status !== 200) throw new KeysUnavailable(`The key set was answered with ${response.status}`)
    const decoded = decodeKeySet(await textOf(response))
    if (Option.isNone(decoded)) throw new KeysUnavailable("The answer is not a key set")
    const published = decoded.value.keys
    const jwks = published.filter((key) => Predicate.isObject(key))
    const usable = await Promise.all(jwks.map(isUsable))
    const keys = jwks.filter((_, index) => usable[index])
    if (keys.length === 0 && published.length > 0) throw new KeysUnavailable("None of the published keys can be used")
    unusable = new Set(jwks.flatMap(({ kid }: JWK, index) => (usable[index] ? [] : [kid])))
    return { keys }
  }
  let askedAt = Number.NEGATIVE_INFINITY

  const pausing: FetchImplementation = async (url, request) => {
    if (performance.now() - failedAt < options.pauseMs) throw new KeysUnavailable("The last fetch of the keys failed")
    try {
      return Response.json(await keySetOf(await options.fetch(url, request)))
    } catch (cause) {
      failedAt = performance.now()
      throw cause
    }
  }

  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: options.timeoutMs,
    cooldownDuration: options.cooldownMs,
    cacheMaxAge: options.trustMs,
    [customFetch]: pausing
  })

  return async (header, token) => {
    const now = performance.now()
    if (now - askedAt >= options.refreshMs) {
      askedAt = now
      keys.reload().catch(() => {})
    }
    try {
      return await keys(header, token)
    } catch (cause) {
      if (!isAboutToken(cause)) throw new KeysUnavailable("The keys of the issuer are not available", { cause })
      throw unusable.has(header.kid) ? new KeysUnavailable("The issuer publishes a key that cannot be used") : cause
    }
  }
}
