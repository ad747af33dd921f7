import { Clock, Effect, Layer, Option } from "effect"
import { ApiKeys } from "../domain/access/ApiKeys.ts"
import { type Credential, Credentials } from "../domain/access/Credentials.ts"
import { Digests } from "../domain/shared/Digests.ts"
import { apiKeysChannel } from "../sql/repositories/ApiKeysSql.ts"
import { keepListening } from "./database/keepListening.ts"
import { makeKeyUses } from "./makeKeyUses.ts"

interface CachedCredential {
  readonly credential: Option.Option<Credential>
  readonly until: number
}

/** More keys than any deployment has; only guessed secrets can fill it. */
const capacity = 10_000

/** How long a change made by this process may stay uncommitted; no transaction takes that long. */
const uncommittedMillis = 10_000

/**
 * Credentials by secret, cached for `seconds`. `forget` clears the cache and discards lookups in progress, so that a
 * revoked key cannot be cached again (PAR-100).
 */
const make = Effect.fnUntraced(function* (seconds: number) {
  const keys = yield* ApiKeys
  const digests = yield* Digests
  const cache = new Map<string, CachedCredential>()
  const uncommitted = new Map<string, number>()
  const markUsed = yield* makeKeyUses
  let generation = 0

  const lookUp = Effect.fnUntraced(function* (hash: string, now: number) {
    const generationBefore = generation
    const credential = yield* keys.findByHash(hash)
    if (generationBefore === generation && !isUncommitted(hash, now)) {
      if (cache.size >= capacity) cache.clear()
      cache.set(hash, { credential, until: now + seconds * 1000 })
    }
    return credential
  })

  const credentials = Credentials.of({
    find: Effect.fnUntraced(function* (secret) {
      const hash = digests.sha256(secret)
      const now = yield* Clock.currentTimeMillis
      const cached = cache.get(hash)
      const credential = cached !== undefined && now < cached.until ? cached.credential : yield* lookUp(hash, now)
      return Option.filter(credential, ({ key }) => digests.equal(key.secretHash, hash))
    }),
    markUsed,
    changing: ({ secretHash }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        for (const [hash, until] of uncommitted) if (until <= now) uncommitted.delete(hash)
        uncommitted.set(secretHash, now + uncommittedMillis)
        forget(secretHash)
      }),
    forget: Effect.sync(() => forget(undefined))
  })

  const isUncommitted = (hash: string, now: number) => now < (uncommitted.get(hash) ?? 0)

  const forget = (hash: string | undefined) => {
    generation++
    if (hash === undefined) cache.clear()
    else cache.delete(hash)
  }

  return { credentials, forget }
})

/** For a single process. */
export const layer = (seconds: number) =>
  Layer.effect(
    Credentials,
    Effect.map(make(seconds), ({ credentials }) => credentials)
  )

/**
 * For processes that share a server: they notify each other of changed keys, and `seconds` bounds how long a lost
 * notification matters (PAR-100).
 */
export const layerShared = (seconds: number) =>
  Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const { credentials, forget } = yield* make(seconds)
      yield* keepListening({
        channel: apiKeysChannel,
        subject: "keys",
        onStart: () => forget(undefined),
        onNotification: forget
      })
      return credentials
    })
  )
