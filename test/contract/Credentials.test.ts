import { assert, describe, it as standalone } from "@effect/vitest"
import { DateTime, Deferred, Effect, Exit, Fiber, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { ApiKey, KeyUse } from "../../src/domain/access/ApiKey.ts"
import { ApiKeys } from "../../src/domain/access/ApiKeys.ts"
import { type Credential, Credentials } from "../../src/domain/access/Credentials.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { sha256 } from "../../src/demo/seeded.ts"
import * as CredentialsLayer from "../../src/layers/CredentialsLayer.ts"
import * as DigestsLayer from "../../src/layers/DigestsLayer.ts"
import * as ApiKeysLayer from "../../src/layers/repositories/ApiKeysLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const dataset = demoWithoutCities(now)
const digests = DigestsLayer.layer(Redacted.make("a secret of thirty-two characters"))
const seconds = 20

const rowOf = (secret: string): ApiKey => {
  const row = dataset.apiKeys.find(({ secretHash }) => secretHash === sha256(secret))
  if (row === undefined) throw new Error("Not in the demo data")
  return row
}

const find = (secret: string) => Credentials.use((credentials) => credentials.find(secret))
const revokedAt = (secret: string) =>
  Effect.map(
    find(secret),
    Option.map(({ key }) => key.revokedAt)
  )
const revoke = (secret: string) => ApiKeys.use((keys) => keys.updateRevokedAt(rowOf(secret).xid, now))

const over = <R>(keys: Layer.Layer<ApiKeys, never, R>) =>
  CredentialsLayer.layer(seconds).pipe(Layer.provide(digests), Layer.provideMerge(keys))

twins(
  "Credentials",
  { layerMemory: over(ApiKeysLayer.layerMemory), layerSql: over(ApiKeysLayer.layerSql) },
  dataset,
  (it) => {
    it.effect("HUB-078: finds a key by its whole secret, whatever its state", () =>
      Effect.gen(function* () {
        for (const secret of [hubKeys.KH_all, hubKeys.KH_expired, hubKeys.KH_revoked]) {
          assert.deepStrictEqual(
            Option.map(yield* find(secret), ({ key }) => key),
            Option.some(rowOf(secret))
          )
        }
      })
    )

    it.effect("HUB-085: finds a key only by its exact secret, not by a part of it, its hash or a prefix of that", () =>
      Effect.gen(function* () {
        const secret = hubKeys.KH_all
        for (const not of [
          "",
          secret.slice(0, -1),
          `${secret}a`,
          ` ${secret}`,
          secret.toUpperCase(),
          sha256(secret),
          sha256(secret).slice(0, 32)
        ]) {
          assert.deepStrictEqual(yield* find(not), Option.none(), not)
        }
      })
    )

    it.effect("PAR-100: a cached credential is looked up again when its lifetime ends, not before", () =>
      Effect.gen(function* () {
        const secret = hubKeys.KH_other
        assert.deepStrictEqual(yield* revokedAt(secret), Option.some(null))
        yield* revoke(secret)
        yield* TestClock.adjust(`${seconds * 1000 - 1} millis`)
        assert.deepStrictEqual(yield* revokedAt(secret), Option.some(null))
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(yield* revokedAt(secret), Option.some(now))
      })
    )

    it.effect("PAR-100: a revocation takes effect as soon as the cache is cleared", () =>
      Effect.gen(function* () {
        const secret = hubKeys.KH_B
        assert.deepStrictEqual(yield* revokedAt(secret), Option.some(null))
        yield* revoke(secret)
        yield* Credentials.use(({ forget }) => forget)
        assert.deepStrictEqual(yield* revokedAt(secret), Option.some(now))
      })
    )

    it.effect("PAR-100, INT-016: a key announced as changing shows its revocation at once, and not before", () =>
      Effect.gen(function* () {
        const secret = hubKeys.KH_threads
        assert.deepStrictEqual(yield* revokedAt(secret), Option.some(null))
        yield* Credentials.use(({ changing }) => changing(rowOf(secret)))
        assert.deepStrictEqual(yield* revokedAt(secret), Option.some(null))
        yield* revoke(secret)
        assert.deepStrictEqual(yield* revokedAt(secret), Option.some(now))
      })
    )

    it.effect("PAR-100: a missing key is cached no longer than an existing one", () =>
      Effect.gen(function* () {
        const secret = "hub_dev_org_made_later"
        assert.deepStrictEqual(yield* find(secret), Option.none())
        const { id: _, ...row } = rowOf(hubKeys.KH_all)
        yield* ApiKeys.use((keys) => keys.insert({ ...row, xid: "later", secretHash: sha256(secret) }))
        yield* TestClock.adjust(`${seconds} seconds`)
        assert.isTrue(Option.isSome(yield* find(secret)))
      })
    )
  }
)

const credential: Credential = { key: rowOf(hubKeys.KH_all), organization: null, integration: null }
const revoked: Credential = { ...credential, key: { ...credential.key, revokedAt: now } }
const secret = hubKeys.KH_all

/** `ApiKeys` whose look-ups run the current `keys.answer`, and stores of uses the current `keys.store`. */
const scripted = (lifetimeSeconds: number) => {
  const batches: Array<ReadonlyArray<KeyUse>> = []
  const keys = {
    answer: (): Effect.Effect<Option.Option<Credential>> => Effect.succeedSome(credential),
    store: (): Effect.Effect<void> => Effect.void,
    lookUps: 0,
    batches
  }
  const unused = () => Effect.die("not called here")
  const layer = Layer.succeed(ApiKeys, {
    findByHash: () =>
      Effect.suspend(() => {
        keys.lookUps += 1
        return keys.answer()
      }),
    get: unused,
    getForUpdate: unused,
    list: unused,
    insert: unused,
    updateRevokedAt: unused,
    updateExpiresAt: unused,
    updateReplacedBy: unused,
    updateLastUsed: (uses) =>
      Effect.suspend(() => {
        keys.batches.push(uses)
        return keys.store()
      })
  })
  return { keys, layer: CredentialsLayer.layer(lifetimeSeconds).pipe(Layer.provide([digests, layer])) }
}

describe("Credentials over keys with scripted behaviour", () => {
  standalone.effect("PAR-100: a look-up that a revocation overtakes is not cached", () => {
    const { keys, layer } = scripted(seconds)
    return Effect.gen(function* () {
      const gate = yield* Deferred.make<Option.Option<Credential>>()
      keys.answer = () => Deferred.await(gate)
      const reading = yield* Effect.forkChild(find(secret), { startImmediately: true })
      yield* Credentials.use(({ forget }) => forget)
      yield* Deferred.succeed(gate, Option.some(credential))
      yield* Fiber.join(reading)
      keys.answer = () => Effect.succeedSome(revoked)
      assert.deepStrictEqual(yield* find(secret), Option.some(revoked))
      keys.answer = () => Effect.succeedSome(credential)
      assert.deepStrictEqual(yield* find(secret), Option.some(revoked))
      assert.strictEqual(keys.lookUps, 2)
    }).pipe(Effect.provide(layer))
  })

  standalone.effect("PAR-100: a key that is changing is looked up each time, and cached again after 10 seconds", () => {
    const { keys, layer } = scripted(seconds)
    return Effect.gen(function* () {
      yield* find(secret)
      yield* Credentials.use(({ changing }) => changing(credential.key))
      yield* find(secret)
      yield* find(secret)
      assert.strictEqual(keys.lookUps, 3)
      yield* TestClock.adjust("10 seconds")
      yield* find(secret)
      yield* find(secret)
      assert.strictEqual(keys.lookUps, 4)
    }).pipe(Effect.provide(layer))
  })

  standalone.effect("HUB-085: a row whose hash is not exactly the secret's does not authenticate", () => {
    const { keys, layer } = scripted(seconds)
    return Effect.gen(function* () {
      const hash = sha256(secret)
      for (const secretHash of [hash.slice(0, 63), `${hash}0`, hash.toUpperCase(), sha256("another"), ""]) {
        keys.answer = () => Effect.succeedSome({ ...credential, key: { ...credential.key, secretHash } })
        yield* Credentials.use(({ forget }) => forget)
        assert.deepStrictEqual(yield* find(secret), Option.none())
      }
    }).pipe(Effect.provide(layer))
  })

  standalone.effect("HUB-079: a failed look-up fails the call, and is not cached", () => {
    const { keys, layer } = scripted(seconds)
    return Effect.gen(function* () {
      keys.answer = () => Effect.die("the database is away")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(find(secret))))
      keys.answer = () => Effect.succeedSome(credential)
      assert.deepStrictEqual(yield* find(secret), Option.some(credential))
    }).pipe(Effect.provide(layer))
  })

  standalone.effect("PAR-100: a lifetime of 0 s caches nothing", () => {
    const { keys, layer } = scripted(0)
    return Effect.gen(function* () {
      for (let turn = 0; turn < 3; turn++) yield* find(secret)
      assert.strictEqual(keys.lookUps, 3)
    }).pipe(Effect.provide(layer))
  })

  standalone.effect("HUB-090: caches at most 10,000 unknown secrets and drops the oldest first", () => {
    const { keys, layer } = scripted(seconds)
    return Effect.gen(function* () {
      keys.answer = () => Effect.succeedNone
      for (let turn = 0; turn <= 10_000; turn++) yield* find(`guess ${turn}`)
      const { lookUps } = keys
      yield* find("guess 10000")
      assert.strictEqual(keys.lookUps, lookUps)
      yield* find("guess 0")
      assert.strictEqual(keys.lookUps, lookUps + 1)
    }).pipe(Effect.provide(layer))
  })

  standalone.effect(
    "PAR-100: stores uses of keys in batches, each key at most once a minute, the rest at shutdown",
    () => {
      const { keys, layer } = scripted(seconds)
      const use = (id: number, second: number): KeyUse => ({ id, at: DateTime.add(now, { seconds: second }) })
      const mark = (...uses: ReadonlyArray<KeyUse>) =>
        Credentials.use(({ markUsed }) => Effect.andThen(Effect.forEach(uses, markUsed), Effect.yieldNow))
      return Effect.gen(function* () {
        yield* Effect.gen(function* () {
          yield* mark(use(1, 0))
          yield* TestClock.adjust(0)
          assert.deepStrictEqual(keys.batches, [[use(1, 0)]])
          for (const second of [1, 2, 3]) yield* mark(use(1, second), use(2, second))
          yield* TestClock.adjust("59999 millis")
          assert.strictEqual(keys.batches.length, 1)
          yield* TestClock.adjust("1 millis")
          assert.deepStrictEqual(keys.batches.slice(1), [[use(1, 3), use(2, 3)]])
          yield* TestClock.adjust("10 minutes")
          assert.strictEqual(keys.batches.length, 2)
          keys.store = () => Effect.die("the database is away")
          yield* mark(use(3, 4))
          yield* TestClock.adjust("1 minute")
          yield* mark(use(2, 5))
          keys.store = () => Effect.void
        }).pipe(Effect.provide(layer))
        assert.sameDeepMembers([...(keys.batches.at(-1) ?? [])], [use(3, 4), use(2, 5)])
      })
    }
  )
})
