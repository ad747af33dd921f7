/**
 * At most `limit` uses per subject in a window of `windowSeconds`. `name` appears in the headers and keys the counts.
 */
export interface RateLimitPolicy {
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
}

/**
 * The end of a window whose first use is at `now`, both in epoch milliseconds. The window starts on the whole second of
 * that use, so the published reset is exact and never more than `windowSeconds` away (HUB-013).
 */
export const windowEnd = (policy: RateLimitPolicy, now: number): number =>
  now - (now % 1000) + policy.windowSeconds * 1000
