import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { Outbox } from "../../src/domain/outbox/Outbox.ts"
import { Atomic } from "../../src/domain/shared/Atomic.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { type FaultPoint, Faults } from "../../src/domain/shared/Faults.ts"
import * as OutboxLayer from "../../src/layers/repositories/OutboxLayer.ts"
import { messagingDataset, minute } from "../support/datasets/messagingDataset.ts"
import { twins } from "../support/twins.ts"

const write = (kind: string) => Outbox.use((outbox) => outbox.insert({ kind, payload: null, createdAt: minute(0) }))
const written = Effect.map(
  Outbox.use((outbox) => outbox.list),
  (entries) => entries.map(({ kind }) => kind)
)

/** Runs `effect` with a fault at `point`. Returns its exit and the fault points that it passed. */
const struckAt = Effect.fnUntraced(function* <A, E, R>(point: FaultPoint, effect: Effect.Effect<A, E, R>) {
  const visits: Array<FaultPoint> = []
  const strike = (at: FaultPoint) =>
    Effect.sync(() => {
      visits.push(at)
      return at === point
    })
  const exit = yield* Effect.exit(Effect.provideService(effect, Faults, { strike }))
  return { exit, visits }
})

twins("Atomic", OutboxLayer, messagingDataset, (it) => {
  it.effect("GEN-014, HUB-092: a fault before the commit dies and writes nothing", () =>
    Effect.gen(function* () {
      const before = yield* written
      const { exit, visits } = yield* struckAt("before_commit", atomically(write("before")))
      assert.isTrue(Exit.hasDies(exit))
      assert.deepStrictEqual(visits, ["before_commit"])
      assert.deepStrictEqual(yield* written, before)
    })
  )

  it.effect("GEN-014, HUB-070: a fault after the commit dies and keeps everything written", () =>
    Effect.gen(function* () {
      const before = yield* written
      const { exit, visits } = yield* struckAt("after_commit", atomically(write("after")))
      assert.isTrue(Exit.hasDies(exit))
      assert.deepStrictEqual(visits, ["before_commit", "after_commit"])
      assert.deepStrictEqual(yield* written, [...before, "after"])
    })
  )

  it.effect("DOMAIN 8.2: a nested transaction that fails leaves what the outer one wrote, before it and after", () =>
    Effect.gen(function* () {
      const { run } = yield* Atomic
      const before = yield* written
      yield* run(
        Effect.gen(function* () {
          yield* write("first")
          yield* Effect.ignore(run(Effect.andThen(write("undone"), Effect.fail("refused"))))
          assert.deepStrictEqual(yield* written, [...before, "first"])
          yield* write("last")
        })
      )
      assert.deepStrictEqual(yield* written, [...before, "first", "last"])
    })
  )

  it.effect("GEN-014: only the outermost transaction passes the fault points, and not when it fails by itself", () =>
    Effect.gen(function* () {
      const { run } = yield* Atomic
      const nested = yield* struckAt("core", run(Effect.andThen(run(write("inner")), write("outer"))))
      assert.isTrue(Exit.isSuccess(nested.exit))
      assert.deepStrictEqual(nested.visits, ["before_commit", "after_commit"])
      const failed = yield* struckAt("core", run(Effect.fail("by itself")))
      assert.isTrue(Exit.hasFails(failed.exit))
      assert.deepStrictEqual(failed.visits, [])
    })
  )
})
