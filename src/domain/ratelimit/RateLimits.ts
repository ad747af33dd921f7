import { Context, type Effect } from "effect"
import type { RateLimitPolicy } from "./RateLimitPolicy.ts"

/** One use of a policy by a subject, such as a key, a member or an IP address. */
export interface RateLimitUse {
  readonly policy: RateLimitPolicy
  readonly subject: string
}

/**
 * The subject's window after a use: `remaining` is never negative, `resetAt` is its end in epoch milliseconds, and
 * `exceeded` means that this use was refused.
 */
export interface RateLimitWindow {
  readonly policy: RateLimitPolicy
  readonly remaining: number
  readonly resetAt: number
  readonly exceeded: boolean
}

/** Fixed windows, each starting with a subject's first use of a policy (HUB-090, DOMAIN 10). */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /**
     * Counts the uses in one decision and returns a window for each, in order. Exactly `limit` uses pass per window;
     * the next use after its end starts another. An exceeded use does not refund the others of the same call.
     */
    readonly take: (uses: ReadonlyArray<RateLimitUse>) => Effect.Effect<ReadonlyArray<RateLimitWindow>>
    /** Whether the shared counts are available. If not, `take` decides from the counts of this process only. */
    readonly healthy: Effect.Effect<boolean>
    /** Drops all counts, for test controls (GEN-014). */
    readonly forget: Effect.Effect<void>
  }
>()("hub/domain/ratelimit/RateLimits") {}
