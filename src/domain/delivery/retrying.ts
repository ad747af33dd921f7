import { DateTime, Duration, Effect } from "effect"
import { SecureRandom } from "effect/crypto"

/** The most attempts at a message; over about 3 hours, longer than mail servers greylist. */
export const mostAttempts = 10

/** Longest that one attempt may take. */
export const longestSending = Duration.seconds(45)

/** How long an entry stays claimed; longer than an attempt, so that no two processes send it at once. */
export const claimLasts = { minutes: 2 } as const

const firstPause = 30_000
const longestPause = 3_600_000

/** When to try again after that many attempts: each pause is twice the one before, up to an hour, less a random part. */
export const nextAttempt = Effect.fnUntraced(function* (attempts: number, now: DateTime.Utc) {
  const random = yield* SecureRandom.SecureRandom
  const pause = Math.min(longestPause, firstPause * 2 ** (attempts - 1))
  const millis = yield* random.intBetween(Math.ceil(pause / 2), pause)
  return DateTime.addDuration(now, Duration.millis(millis))
})
