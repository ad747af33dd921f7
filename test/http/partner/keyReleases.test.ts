import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { IdempotencyKeys } from "../../../src/domain/idempotency/IdempotencyKeys.ts"
import * as KeyReleasesLayer from "../../../src/layers/KeyReleasesLayer.ts"
import { statusAndCode } from "../../support/partner.ts"
import { inMemory, makeThings, type ThingCall } from "../../support/things.ts"

const inFlight = [409, "idempotency_in_flight"]

const write: ThingCall = { as: partnerKeys.PA, key: "key-1", what: "v1" }

/** While `store.isAway`, a write fails, and so does the release of its key. */
const start = Effect.gen(function* () {
  const store = { isAway: true, attempts: 0 }
  const { services } = yield* inMemory
  const keys = Context.get(services, IdempotencyKeys)
  const fragile = Context.add(
    services,
    IdempotencyKeys,
    IdempotencyKeys.of({
      ...keys,
      remove: (...of) =>
        Effect.suspend(() => {
          store.attempts++
          return store.isAway ? Effect.die(new Error("away")) : keys.remove(...of)
        })
    })
  )
  const releases = yield* Effect.provideContext(Layer.build(Layer.fresh(KeyReleasesLayer.layer)), fragile)
  const call = yield* makeThings(Context.merge(fragile, releases), {
    make: Effect.suspend(() => (store.isAway ? Effect.die(new Error("away")) : Effect.succeed(1)))
  })
  return { call, store }
})

describe("idempotency keys whose release failed", () => {
  it.effect("PAR-125, PAR-122: are in flight until the store is back, and released within 5 seconds of that", () =>
    Effect.gen(function* () {
      const { call, store } = yield* start
      assert.strictEqual((yield* call(write)).status, 500)
      assert.deepStrictEqual(statusAndCode(yield* call(write)), inFlight)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(statusAndCode(yield* call(write)), inFlight)
      store.isAway = false
      yield* TestClock.adjust("5 seconds")
      const retried = yield* call(write)
      assert.deepStrictEqual([retried.status, retried.headers.get("x-idempotent-replay")], [201, null])
    })
  )

  it.effect("PAR-125: are released within 200 ms if the store is back at once", () =>
    Effect.gen(function* () {
      const { call, store } = yield* start
      assert.strictEqual((yield* call(write)).status, 500)
      store.isAway = false
      yield* TestClock.adjust("200 millis")
      assert.strictEqual((yield* call(write)).status, 201)
    })
  )

  it.effect("PAR-123: are retried until their lease of 180 seconds ends, and are free afterwards", () =>
    Effect.gen(function* () {
      const { call, store } = yield* start
      assert.strictEqual((yield* call(write)).status, 500)
      yield* TestClock.adjust("179 seconds")
      assert.deepStrictEqual(statusAndCode(yield* call(write)), inFlight)
      yield* TestClock.adjust("1 second")
      const { attempts } = store
      assert.isAbove(attempts, 30)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(store.attempts, attempts)
      store.isAway = false
      assert.strictEqual((yield* call(write)).status, 201)
    })
  )

  it.effect("PAR-125: are retried at a bounded rate however many wait, and all released once the store is back", () =>
    Effect.gen(function* () {
      const { call, store } = yield* start
      const writes = Array.from({ length: 40 }, (_, n) => ({ ...write, key: `key ${n}` }))
      yield* Effect.forEach(writes, call)
      assert.isAtMost(store.attempts, 41)
      yield* TestClock.adjust("1 minute")
      assert.isBelow(store.attempts, 41 + 20)
      store.isAway = false
      yield* TestClock.adjust("5 seconds")
      for (const one of writes) assert.strictEqual((yield* call(one)).status, 201)
    })
  )

  it.effect("PAR-125: are no longer retried when the process stops", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { call, store } = yield* Scope.provide(start, scope)
      assert.strictEqual((yield* call(write)).status, 500)
      yield* TestClock.adjust("10 seconds")
      yield* Scope.close(scope, Exit.void)
      const { attempts } = store
      assert.isAbove(attempts, 5)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(store.attempts, attempts)
    })
  )
})
