/** At most `limit` uses per subject in a window of `windowSeconds`. `name` is what the headers show and what counts are kept under. */
export interface RateLimitPolicy {
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
}

/**
 * When a window ends whose first use is at `now`, both in epoch milliseconds. It starts on that use's whole second:
 * the published reset is then exact in seconds and never more than `windowSeconds` away (HUB-013).
 */
export const windowEnd = (policy: RateLimitPolicy, now: number): number =>
  now - (now % 1000) + policy.windowSeconds * 1000
