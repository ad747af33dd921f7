import { Clock, Effect } from "effect"
import { AppliedLimits } from "./AppliedLimits.ts"
import { RateLimited } from "./RateLimited.ts"
import { retryAfterSeconds } from "./rateLimitHeaders.ts"
import { RateLimits, type RateLimitUse } from "./RateLimits.ts"

/**
 * Counts the uses, and reports them in the response; if one is refused, fails with the time until all may be retried.
 */
export const takeLimits = Effect.fnUntraced(function* (uses: ReadonlyArray<RateLimitUse>) {
  const limits = yield* RateLimits
  const applied = yield* AppliedLimits
  const windows = yield* limits.take(uses)
  applied.add(windows)
  const wait = retryAfterSeconds(windows, yield* Clock.currentTimeMillis)
  if (wait !== undefined) return yield* new RateLimited({ retryAfterSeconds: wait })
})
