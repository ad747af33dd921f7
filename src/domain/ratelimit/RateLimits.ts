import { Context, type Effect } from "effect"
import type { RateLimitPolicy } from "./RateLimitPolicy.ts"

/** One use of a policy by a subject: a key, a member, an address, whatever the policy counts. */
export interface RateLimitUse {
  readonly policy: RateLimitPolicy
  readonly subject: string
}

/**
 * The subject's window after a use: `remaining` is never negative, `resetAt` is its end in epoch milliseconds,
 * `exceeded` says that this use did not fit.
 */
export interface RateLimitWindow {
  readonly policy: RateLimitPolicy
  readonly remaining: number
  readonly resetAt: number
  readonly exceeded: boolean
}

/** Strict windows, counted from the first use of a policy by a subject on (HUB-090, DOMAIN 10). */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /**
     * Counts the uses in one decision; one window per use, in their order. Exactly `limit` uses pass in a window and the
     * next use after its end starts another. A use that is exceeded does not make the others of its call unspent.
     */
    readonly take: (uses: ReadonlyArray<RateLimitUse>) => Effect.Effect<ReadonlyArray<RateLimitWindow>>
    /** Whether the shared counts answer. When they do not, `take` still decides, by counts of this process alone. */
    readonly healthy: Effect.Effect<boolean>
    /** Drops every count: for test controls (GEN-014). */
    readonly forget: Effect.Effect<void>
  }
>()("hub/domain/ratelimit/RateLimits") {}
