import { Clock, DateTime, Duration, Effect, Layer, Queue, Schedule } from "effect"
import { IdempotencyKeys } from "../domain/idempotency/IdempotencyKeys.ts"
import { KeyReleases, type LeasedKey } from "../domain/idempotency/KeyReleases.ts"

/**
 * The most keys that wait for their store; beyond it they are left to their leases, so an outage cannot fill the
 * memory.
 */
const waitingLimit = 10_000

/** Short pauses at first, for a broken connection; then five seconds, which an unavailable store can bear. */
const pauses = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/**
 * Releases keys at once, so that a retry after the answer finds its key free. A failed release is retried after the
 * answer, one key at a time, until its lease or the scope ends.
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
          Effect.andThen(
            Effect.logWarning("The release of an idempotency key is retried", cause),
            Queue.offer(waiting, key)
          )
        )
    })
  })
)
