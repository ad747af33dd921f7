import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, type JWTVerifyGetKey } from "jose"
import { KeysUnavailable, readKeySet } from "./readKeySet.ts"

/** How an issuer's keys are fetched. Durations in milliseconds. */
export interface Fetching {
  /** Timeout of one fetch. */
  readonly timeoutMs: number
  /** The minimum interval between two fetches for unknown key ids. */
  readonly cooldownMs: number
  /** After a failed fetch, how long calls fail without another attempt. */
  readonly pauseMs: number
  /** Keys older than this are refreshed in the background, so that a withdrawn key stops working. */
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

/** The key set was read but no key matches: the token is at fault, not the issuer. */
const isAboutToken = (cause: unknown) =>
  cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys

/**
 * The published keys of an issuer, for `jwtVerify`; fails with `KeysUnavailable` if no usable key is available. An
 * unusable key does not affect the others, and its id is fetched again like an unknown one. A short outage of the
 * issuer goes unnoticed; a long one costs one connection per pause, not one per request.
 */
export const remoteKeys = (jwksUrl: string, options: Fetching): JWTVerifyGetKey => {
  let failedAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  /** Ids of published but unusable keys: a token that names one is not at fault. */
  let unusable: ReadonlySet<unknown> = new Set()

  const pausing: FetchImplementation = async (url, request) => {
    if (performance.now() - failedAt < options.pauseMs) throw new KeysUnavailable("The last fetch of the keys failed")
    try {
      const keySet = await readKeySet(await options.fetch(url, request))
      unusable = keySet.unusable
      return Response.json({ keys: keySet.keys })
    } catch (cause) {
      failedAt = performance.now()
      throw cause
    }
  }

  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: options.timeoutMs,
    // Counted from any fetch, so a key published right after one would be refused: `search` fetches instead.
    cooldownDuration: Number.POSITIVE_INFINITY,
    cacheMaxAge: options.trustMs,
    [customFetch]: pausing
  })

  let searchedAt = Number.NEGATIVE_INFINITY

  const search: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token)
    } catch (cause) {
      const now = performance.now()
      const isCooling = !keys.reloading && now - searchedAt < options.cooldownMs
      if (!(cause instanceof errors.JWKSNoMatchingKey) || isCooling) throw cause
      await keys.reload()
      // Only after a success: while the issuer is unreachable, an unknown key id is not the token's fault.
      searchedAt = now
      return keys(header, token)
    }
  }

  return async (header, token) => {
    const now = performance.now()
    if (now - askedAt >= options.refreshMs) {
      askedAt = now
      keys.reload().catch(() => {})
    }
    try {
      return await search(header, token)
    } catch (cause) {
      if (!isAboutToken(cause)) throw new KeysUnavailable("The keys of the issuer are not available", { cause })
      throw unusable.has(header.kid) ? new KeysUnavailable("The issuer publishes a key that cannot be used") : cause
    }
  }
}
