import { DateTime, Duration, Effect } from "effect"
import { SecureRandom } from "effect/crypto"

/** Maximum attempts at a message; they span about 3 hours, longer than mail servers greylist. */
export const maxAttempts = 10

/** Timeout of one attempt. */
export const sendTimeout = Duration.seconds(45)

/** How long an entry stays claimed: longer than an attempt, so that no two processes send it at once. */
export const claimLease = { minutes: 2 } as const

const firstPause = 30_000
const maxPause = 3_600_000

/**
 * When to retry after `attempts` attempts: exponential backoff up to an hour, with random jitter, but not before
 * `atLeastSeconds`, unless that is later than in an hour.
 */
export const nextAttempt = Effect.fnUntraced(function* (attempts: number, now: DateTime.Utc, atLeastSeconds = 0) {
  const random = yield* SecureRandom.SecureRandom
  const pause = Math.min(maxPause, firstPause * 2 ** (attempts - 1))
  const millis = yield* random.intBetween(Math.ceil(pause / 2), pause)
  return DateTime.addDuration(now, Duration.millis(Math.max(millis, Math.min(maxPause, atLeastSeconds * 1000))))
})
