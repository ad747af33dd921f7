import { type Cause, Effect, Exit, MutableHashSet } from "effect"
import { affectsOthers } from "./affectsOthers.ts"

/**
 * Processes due items until `list` returns no new ones; returns the sum of the results of `process`.
 *
 * An item that fails or returns 0 is tried once and does not block the others. The first failure is raised at the end,
 * except one that `affectsOthers`, which is raised immediately. `list` gets such items: it must omit them, or have room
 * for them besides new ones, or they would hide those behind them. `atOnce` items are processed concurrently, by default
 * one.
 */
export const processDue = Effect.fnUntraced(function* <Item, R, R2>(
  list: (skipped: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Item>, never, R>,
  process: (item: Item) => Effect.Effect<number, never, R2>,
  { atOnce = 1 }: { readonly atOnce?: number } = {}
) {
  const isGeneral = yield* affectsOthers
  const skipped = MutableHashSet.empty<Item>()
  const listNew = Effect.suspend(() =>
    Effect.map(list([...skipped]), (items) => items.filter((item) => !MutableHashSet.has(skipped, item)))
  )
  let failure: Cause.Cause<never> | undefined
  let sum = 0
  let items = yield* listNew
  const processOne = Effect.fnUntraced(function* (item: Item) {
    const exit = yield* Effect.exit(process(item))
    if (Exit.isFailure(exit)) {
      if (isGeneral(exit.cause)) yield* exit
      failure ??= exit.cause
    }
    const done = Exit.isSuccess(exit) ? exit.value : 0
    if (done === 0) MutableHashSet.add(skipped, item)
    sum += done
  })
  while (items.length > 0) {
    yield* Effect.forEach(items, processOne, { concurrency: atOnce, discard: true })
    items = yield* listNew
  }
  return failure === undefined ? sum : yield* Effect.failCause(failure)
})
