import { Clock, Effect } from "effect"
import { RateLimited } from "./RateLimited.ts"
import { retryAfterSeconds } from "./rateLimitHeaders.ts"
import { RateLimits, type RateLimitUse } from "./RateLimits.ts"

/** Counts the uses; if one is refused, fails with the time until all may be retried. */
export const takeLimits = Effect.fnUntraced(function* (uses: ReadonlyArray<RateLimitUse>) {
  const limits = yield* RateLimits
  const windows = yield* limits.take(uses)
  const wait = retryAfterSeconds(windows, yield* Clock.currentTimeMillis)
  if (wait !== undefined) return yield* new RateLimited({ retryAfterSeconds: wait })
})
