import { assert } from "@effect/vitest"
import { DateTime, Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlError } from "effect/sql"
import { deliverDue } from "../../../src/domain/delivery/deliverDue.ts"
import { Outbox } from "../../../src/domain/outbox/Outbox.ts"
import * as OutageLayer from "../../../src/layers/OutageLayer.ts"
import * as OutboxLayer from "../../../src/layers/repositories/OutboxLayer.ts"
import { atTime } from "../../support/atTime.ts"
import { emptyDataset } from "../../support/datasets/emptyDataset.ts"
import { twins } from "../../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")

/** A failure of the database, which is an outage. */
const lost = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error("lost"), message: "lost", operation: "query" })
})

/** A lock on a row, which another transaction held for longer than a statement waits. */
const locked = new SqlError.SqlError({ reason: new SqlError.LockTimeoutError({ cause: new Error("locked") }) })

const services = Layer.merge(OutageLayer.layer, SecureRandom.layerWebCrypto)

twins("the workers of deliverDue", OutboxLayer, emptyDataset, (it) => {
  it.effect("DOMAIN 7.1: while every attempt at one kind hangs, another kind is sent", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const insert = (kind: string) => outbox.insert({ kind, payload: {}, createdAt: now, dueAt: now })
      yield* Effect.forEach(["slow", "slow", "slow", "slow", "slow", "prompt"], insert)
      const [isSent, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let hanging = 0
      const slow = Effect.suspend(() => {
        hanging++
        return Effect.as(Deferred.await(mayEnd), "sent" as const)
      })
      const prompt = Effect.as(Deferred.succeed(isSent, undefined), "sent" as const)
      const run = yield* Effect.forkChild(
        deliverDue({ slow: () => slow, prompt: () => prompt }).pipe(atTime(now), Effect.provide(services))
      )
      yield* Deferred.await(isSent)
      assert.strictEqual(hanging, 3)
      yield* Deferred.succeed(mayEnd, undefined)
      assert.strictEqual((yield* Fiber.join(run)).sent, 6)
    })
  )

  it.effect("DOMAIN 7.1: an entry whose rows are locked does not stop the others", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      yield* Effect.forEach(["held", "prompt"], (kind) =>
        outbox.insert({ kind, payload: {}, createdAt: now, dueAt: now })
      )
      const counts = yield* deliverDue({
        held: () => Effect.die(locked),
        prompt: () => Effect.succeed("sent" as const)
      }).pipe(
        Effect.provideService(Outbox, { ...outbox, updateClaimed: () => Effect.die(locked) }),
        atTime(now),
        Effect.provide(services)
      )
      assert.deepStrictEqual(counts, { sent: 1, failed: 0, deferred: 1, cancelled: 0 })
    })
  )

  it.effect("DOMAIN 7.1: an attempt that is interrupted, also by an outage of another, is finished and recorded", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const insert = (kind: string) => outbox.insert({ kind, payload: {}, createdAt: now, dueAt: now })
      yield* Effect.forEach(["slow", "broken", "slow"], insert)
      const [isSlow, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let recorded = 0
      const slow = Effect.gen(function* () {
        yield* Deferred.succeed(isSlow, undefined)
        yield* Deferred.await(mayEnd)
        recorded++
        return "sent" as const
      })
      const broken = Effect.andThen(Deferred.await(isSlow), Effect.die(lost))
      const run = yield* Effect.forkChild(
        deliverDue({ slow: () => slow, broken: () => broken }).pipe(atTime(now), Effect.provide(services))
      )
      yield* Deferred.await(isSlow)
      yield* Effect.forkChild(Fiber.interrupt(run), { startImmediately: true })
      yield* Effect.yieldNow
      yield* Deferred.succeed(mayEnd, undefined)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(run)))
      assert.isAtLeast(recorded, 1)
    })
  )

  it.effect("the third attempt that meets a lock ends the run, instead of each entry waiting for it", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      // All workers but one are busy, so that there is one attempt after the other.
      const insert = (kind: string) => outbox.insert({ kind, payload: {}, createdAt: now, dueAt: now })
      yield* Effect.forEach(["slow", "slow", "slow", "held", "held", "held", "held"], insert)
      let attempts = 0
      const exit = yield* deliverDue({
        slow: () => Effect.interruptible(Effect.never),
        held: () => Effect.suspend(() => Effect.die(++attempts > 3 ? lost : locked))
      }).pipe(atTime(now), Effect.provide(services), Effect.exit)
      assert.isTrue(Exit.isFailure(exit))
      assert.strictEqual(attempts, 3)
    })
  )
})
