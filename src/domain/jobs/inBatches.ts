import { Effect, Ref } from "effect"

/**
 * Reads a list batch by batch: each call returns the items after the last one of the previous call. After an empty batch
 * it starts over.
 */
export const inBatches = <Item, Args extends ReadonlyArray<unknown>, R>(
  list: (after: Item | undefined, ...args: Args) => Effect.Effect<ReadonlyArray<Item>, never, R>
) =>
  Effect.map(Ref.make<Item | undefined>(undefined), (position) =>
    Effect.fnUntraced(function* (...args: Args) {
      const batch = yield* list(yield* Ref.get(position), ...args)
      yield* Ref.set(position, batch.at(-1))
      return batch
    })
  )
