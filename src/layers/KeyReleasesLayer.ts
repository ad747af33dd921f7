import { Clock, DateTime, Duration, Effect, Layer, Queue, Schedule } from "effect"
import { IdempotencyKeys } from "../domain/idempotency/IdempotencyKeys.ts"
import { KeyReleases, type LeasedKey } from "../domain/idempotency/KeyReleases.ts"

/** Keys that wait for their store. More of them are left to their leases: an outage is not to fill the memory. */
const waitingLimit = 10_000

/** Soon at first, for a connection that broke; then every five seconds, which is what a store that is away can bear. */
const pauses = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/**
 * Releases at once, so that an answer finds its key free. What the store does not take then is tried again behind the
 * answer, one key at a time and no longer than its lease, until the scope ends.
 */
export const layer = Layer.effect(
  KeyReleases,
  Effect.gen(function* () {
    const keys = yield* IdempotencyKeys
    const waiting = yield* Queue.dropping<LeasedKey>(waitingLimit)

    const remove = Effect.fnUntraced(function* (key: LeasedKey) {
      yield* Effect.sandbox(keys.remove(key, yield* DateTime.now))
    })

    const insist = Effect.fnUntraced(function* (key: LeasedKey) {
      const left = DateTime.toEpochMillis(key.leaseUntil) - (yield* Clock.currentTimeMillis)
      if (left <= 0) return
      yield* remove(key).pipe(Effect.retry(pauses), Effect.timeoutOption(Duration.millis(left)), Effect.ignore)
    })
    yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(waiting), insist)))

    return KeyReleases.of({
      release: (key) =>
        Effect.catch(remove(key), (cause) =>
          Effect.andThen(Effect.logWarning("A key is given back later", cause), Queue.offer(waiting, key))
        )
    })
  })
)
