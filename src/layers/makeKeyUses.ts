import { Effect, Queue } from "effect"
import type { KeyUse } from "../domain/access/ApiKey.ts"
import { ApiKeys } from "../domain/access/ApiKeys.ts"

/**
 * Stores the last-used times of keys in background batches: the first at once, each later one a minute after the
 * previous one, the rest when the scope ends. Times that could not be stored go into the next batch.
 */
export const makeKeyUses = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const pending = new Map<number, KeyUse>()
  const marked = yield* Queue.sliding<void>(1)

  const flush = Effect.suspend(() => {
    const uses = [...pending.values()]
    if (uses.length === 0) return Effect.void
    const stored = Effect.andThen(
      keys.updateLastUsed(uses),
      Effect.sync(() => {
        for (const use of uses) if (pending.get(use.id) === use) pending.delete(use.id)
      })
    )
    return Effect.catchCause(Effect.timeout(stored, "5 seconds"), (cause) =>
      Effect.logWarning("The last-used times of keys could not be stored", cause)
    )
  })

  yield* Effect.addFinalizer(() => flush)
  yield* Queue.take(marked).pipe(
    Effect.andThen(flush),
    Effect.andThen(Effect.sleep("1 minute")),
    Effect.forever,
    Effect.forkScoped
  )

  return (use: KeyUse): Effect.Effect<void> =>
    Effect.suspend(() => {
      pending.set(use.id, use)
      return Effect.asVoid(Queue.offer(marked, undefined))
    })
})
