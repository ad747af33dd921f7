import { Cause, Effect, Exit, MutableHashSet } from "effect"
import { Outage } from "../shared/Outage.ts"

/**
 * Processes due items one by one until `list` answers no new ones; answers the sum of the results of `process`. An item
 * that fails, or answers 0, is tried once and does not hold up the others: the first failure is raised at the end, an
 * outage at once, because the rest would meet it too. `atOnce` items are processed side by side, by default one.
 */
export const processDue = Effect.fnUntraced(function* <Item, R, R2>(
  list: Effect.Effect<ReadonlyArray<Item>, never, R>,
  process: (item: Item) => Effect.Effect<number, never, R2>,
  { atOnce = 1 }: { readonly atOnce?: number } = {}
) {
  const isOutage = yield* Outage
  const left = MutableHashSet.empty<Item>()
  const listNew = Effect.map(list, (items) => items.filter((item) => !MutableHashSet.has(left, item)))
  let failure: Cause.Cause<never> | undefined
  let sum = 0
  let items = yield* listNew
  const processOne = Effect.fnUntraced(function* (item: Item) {
    const exit = yield* Effect.exit(process(item))
    if (Exit.isFailure(exit)) {
      if (Cause.hasInterrupts(exit.cause) || isOutage(Cause.squash(exit.cause))) yield* exit
      failure ??= exit.cause
    }
    const done = Exit.isSuccess(exit) ? exit.value : 0
    if (done === 0) MutableHashSet.add(left, item)
    sum += done
  })
  while (items.length > 0) {
    yield* Effect.forEach(items, processOne, { concurrency: atOnce, discard: true })
    items = yield* listNew
  }
  return failure === undefined ? sum : yield* Effect.failCause(failure)
})
