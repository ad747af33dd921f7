import { Clock, DateTime, Duration, Effect, Layer, Queue, Schedule } from "effect"
import { IdempotencyKeys } from "../domain/idempotency/IdempotencyKeys.ts"
import { KeyReleases, type LeasedKey } from "../domain/idempotency/KeyReleases.ts"

/**
 * The most keys that wait for their store. Any further ones are left to expire with their leases, so that an outage
 * cannot exhaust memory.
 */
const waitingLimit = 10_000

/**
 * Exponential backoff from 100 ms, for a broken connection, up to five seconds, a rate that an unavailable store can
 * bear.
 */
const pauses = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/**
 * Releases keys before the response is sent, so that a retry finds its key free. A failed release is retried in the
 * background, one key at a time, until its lease or the scope ends.
 */
export const layer = Layer.effect(
  KeyReleases,
  Effect.gen(function* () {
    const keys = yield* IdempotencyKeys
    const waiting = yield* Queue.dropping<LeasedKey>(waitingLimit)

    const remove = Effect.fnUntraced(function* (key: LeasedKey) {
      yield* Effect.sandbox(keys.remove(key, yield* DateTime.now))
    })

    const retryRelease = Effect.fnUntraced(function* (key: LeasedKey) {
      const left = DateTime.toEpochMillis(key.leaseUntil) - (yield* Clock.currentTimeMillis)
      if (left <= 0) return
      yield* remove(key).pipe(Effect.retry(pauses), Effect.timeoutOption(Duration.millis(left)), Effect.ignore)
    })
    yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(waiting), retryRelease)))

    return KeyReleases.of({
      release: (key) =>
        Effect.catch(remove(key), (cause) =>
          Effect.andThen(
            Effect.logWarning("An idempotency key could not be released; retrying", cause),
            Queue.offer(waiting, key)
          )
        )
    })
  })
)
