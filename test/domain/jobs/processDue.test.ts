import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import { processDue } from "../../../src/domain/jobs/processDue.ts"
import { Contention } from "../../../src/domain/shared/Contention.ts"
import { SealUnopened } from "../../../src/domain/shared/openSealed.ts"
import { Outage } from "../../../src/domain/shared/Outage.ts"

interface Item {
  readonly id: number
}

/** Items that stay due until `process` returns more than 0, listed `limit` at a time. */
const queue = (
  count: number,
  {
    process = () => Effect.succeed(1),
    limit
  }: { readonly limit: number; readonly process?: (id: number) => Effect.Effect<number> }
) => {
  const due = new Set(Array.from({ length: count }, (_, index) => index + 1))
  const turns: Array<number> = []
  const run = processDue(
    (skipped) =>
      Effect.sync((): ReadonlyArray<Item> => [...due].slice(0, limit + skipped.length).map((id) => ({ id }))),
    ({ id }: Item) =>
      Effect.sync(() => turns.push(id)).pipe(
        Effect.andThen(process(id)),
        Effect.tap((done) => Effect.sync(() => done > 0 && due.delete(id)))
      )
  )
  return { due, turns, run }
}

const broken = (id: number) => Effect.die(new Error(`item ${id}`))

const messageOf = (exit: Exit.Exit<number>) =>
  Exit.isFailure(exit) ? Cause.prettyErrors(exit.cause).map(({ message }) => message) : []

describe("processDue", () => {
  it.effect("DOMAIN 4.1: continues until nothing is due", () =>
    Effect.gen(function* () {
      const { due, run } = queue(5, { limit: 2 })
      assert.strictEqual(yield* run, 5)
      assert.strictEqual(due.size, 0)
    })
  )

  it.effect("DOMAIN 4.1: a failing item is tried once, does not block others and is reported at the end", () =>
    Effect.gen(function* () {
      const { due, run, turns } = queue(6, { limit: 3, process: (id) => (id < 3 ? broken(id) : Effect.succeed(1)) })
      assert.deepStrictEqual(messageOf(yield* Effect.exit(run)), ["item 1"])
      assert.deepStrictEqual([...due], [1, 2])
      assert.deepStrictEqual(turns, [1, 2, 3, 4, 5, 6])
    })
  )

  it.effect("DOMAIN 4.1: pages full of failing items do not block the items behind them", () =>
    Effect.gen(function* () {
      const { due, run, turns } = queue(7, { limit: 2, process: (id) => (id < 5 ? broken(id) : Effect.succeed(1)) })
      assert.deepStrictEqual(messageOf(yield* Effect.exit(run)), ["item 1"])
      assert.deepStrictEqual([...due], [1, 2, 3, 4])
      assert.deepStrictEqual(turns, [1, 2, 3, 4, 5, 6, 7])
    })
  )

  it.effect("DOMAIN 6.1: skips unchanged items, even if they fill whole pages", () =>
    Effect.gen(function* () {
      const turns: Array<number> = []
      const pages = [[1, 2], [3, 4], [5]]
      const next = Effect.sync(() => (pages.shift() ?? []).map((id) => ({ id })))
      const process = ({ id }: Item) => Effect.sync(() => (turns.push(id), id === 5 ? 1 : 0))
      assert.strictEqual(yield* processDue(() => next, process), 1)
      assert.deepStrictEqual(turns, [1, 2, 3, 4, 5])
    })
  )

  it.effect("DOMAIN 6.1: ends when only unchanged items are listed", () =>
    Effect.gen(function* () {
      const { run, turns } = queue(2, { limit: 2, process: () => Effect.succeed(0) })
      assert.strictEqual(yield* run, 0)
      assert.deepStrictEqual(turns, [1, 2])
    })
  )

  it.effect("HUB-076: an outage ends the run at the first item, instead of failing every item", () =>
    Effect.gen(function* () {
      const { run, turns } = queue(3, { limit: 3, process: broken })
      const exit = yield* Effect.exit(Effect.provideService(run, Outage, () => true))
      assert.deepStrictEqual(turns, [1])
      assert.deepStrictEqual(messageOf(exit), ["item 1"])
    })
  )

  it.effect("HUB-076: a stored value that no secret opens fails its own item only", () =>
    Effect.gen(function* () {
      const unopened = Effect.die(new SealUnopened({ message: "no secret" }))
      const { run, turns } = queue(3, { limit: 3, process: (id) => (id === 1 ? unopened : Effect.succeed(1)) })
      const exit = yield* Effect.exit(Effect.provideService(run, Outage, () => true))
      assert.deepStrictEqual(turns, [1, 2, 3])
      assert.deepStrictEqual(messageOf(exit), ["no secret"])
    })
  )

  it.effect("DOMAIN 4.1, HUB-076: a locked item is tried once and does not block the others", () =>
    Effect.gen(function* () {
      const { due, run, turns } = queue(5, { limit: 2, process: (id) => (id < 3 ? broken(id) : Effect.succeed(1)) })
      const exit = yield* Effect.exit(run).pipe(
        Effect.provideService(Outage, () => true),
        Effect.provideService(Contention, () => true)
      )
      assert.deepStrictEqual(messageOf(exit), ["item 1"])
      assert.deepStrictEqual([...due], [1, 2])
      assert.deepStrictEqual(turns, [1, 2, 3, 4, 5])
    })
  )

  it.effect("HUB-076: the third locked item ends the run, instead of every item waiting for a lock", () =>
    Effect.gen(function* () {
      const { run, turns } = queue(5, { limit: 5, process: broken })
      const exit = yield* Effect.exit(Effect.provideService(run, Contention, () => true))
      assert.deepStrictEqual(messageOf(exit), ["item 3"])
      assert.deepStrictEqual(turns, [1, 2, 3])
    })
  )

  it.effect("DOMAIN 4.1: an interruption ends the run instead of counting as an item's failure", () =>
    Effect.gen(function* () {
      const { run, turns } = queue(2, { limit: 2, process: () => Effect.never })
      const fiber = yield* Effect.forkChild(run, { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(turns, [1])
    })
  )

  it.effect("A-136: processes up to the configured number of items concurrently", () =>
    Effect.gen(function* () {
      let atWork = 0
      let most = 0
      const due = new Set([1, 2, 3, 4, 5])
      const process = (id: number) =>
        Effect.gen(function* () {
          most = Math.max(most, ++atWork)
          yield* Effect.yieldNow
          atWork--
          return due.delete(id) ? 1 : 0
        })
      const list = Effect.sync(() => [...due])
      assert.strictEqual(yield* processDue(() => list, process, { atOnce: 3 }), 5)
      assert.strictEqual(most, 3)
      for (const id of [6, 7]) due.add(id)
      most = 0
      assert.strictEqual(yield* processDue(() => list, process), 2)
      assert.strictEqual(most, 1)
    })
  )
})
