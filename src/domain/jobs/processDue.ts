import { Cause, Effect, Exit, MutableHashSet } from "effect"
import { Outage } from "../shared/Outage.ts"

/**
 * Processes due items one by one until `list` answers no new ones; answers the sum of the results of `process`. An item
 * that fails, or answers 0, is tried once and does not hold up the others: the first failure is raised at the end, an
 * outage at once, because the rest would meet it too.
 */
export const processDue = Effect.fnUntraced(function* <Item, R, R2>(
  list: Effect.Effect<ReadonlyArray<Item>, never, R>,
  process: (item: Item) => Effect.Effect<number, never, R2>
) {
  const isOutage = yield* Outage
  const left = MutableHashSet.empty<Item>()
  const listNew = Effect.map(list, (items) => items.filter((item) => !MutableHashSet.has(left, item)))
  let failure: Cause.Cause<never> | undefined
  let sum = 0
  let items = yield* listNew
  while (items.length > 0) {
    for (const item of items) {
      const exit = yield* Effect.exit(process(item))
      if (Exit.isFailure(exit)) {
        if (Cause.hasInterrupts(exit.cause) || isOutage(Cause.squash(exit.cause))) return yield* exit
        failure ??= exit.cause
      }
      const done = Exit.isSuccess(exit) ? exit.value : 0
      if (done === 0) MutableHashSet.add(left, item)
      sum += done
    }
    items = yield* listNew
  }
  return failure === undefined ? sum : yield* Effect.failCause(failure)
})
