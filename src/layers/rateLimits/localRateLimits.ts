import { type RateLimitPolicy, windowEnd } from "../../domain/ratelimit/RateLimitPolicy.ts"
import type { RateLimitUse, RateLimitWindow } from "../../domain/ratelimit/RateLimits.ts"

interface Counted {
  count: number
  readonly resetAt: number
}

/** A policy's windows by subject, in two generations: when they rotate, every window of `old` has ended. */
interface Generations {
  young: Map<string, Counted>
  old: Map<string, Counted>
  rotatesAt: number
}

/**
 * Counts of this process at `now` (epoch milliseconds). Synchronous and O(1), because every request passes through
 * here: ended windows are dropped a generation at a time, and a policy holds at most `2 * maxSubjects`, evicting the
 * oldest first.
 */
export const localRateLimits = (maxSubjects = 50_000) => {
  const policies = new Map<string, Generations>()

  const generationsOf = (policy: RateLimitPolicy, now: number): Generations => {
    const existing = policies.get(policy.name)
    if (existing !== undefined) return existing
    const generations: Generations = { young: new Map(), old: new Map(), rotatesAt: windowEnd(policy, now) }
    policies.set(policy.name, generations)
    return generations
  }

  const enter = (generations: Generations, subject: string, counted: Counted, now: number) => {
    if (now >= generations.rotatesAt || generations.young.size >= maxSubjects) {
      generations.old = generations.young
      generations.young = new Map()
      generations.rotatesAt = counted.resetAt
    }
    generations.young.set(subject, counted)
  }

  const takeOne = ({ policy, subject }: RateLimitUse, now: number): RateLimitWindow => {
    const generations = generationsOf(policy, now)
    let counted = generations.young.get(subject) ?? generations.old.get(subject)
    // A window that ends more than two lengths ahead dates from before the clock was set back (by a test or a repair).
    if (counted === undefined || counted.resetAt <= now || counted.resetAt - now > policy.windowSeconds * 2000) {
      counted = { count: 0, resetAt: windowEnd(policy, now) }
      enter(generations, subject, counted, now)
    }
    const exceeded = counted.count >= policy.limit
    if (!exceeded) counted.count++
    return { policy, remaining: Math.max(0, policy.limit - counted.count), resetAt: counted.resetAt, exceeded }
  }

  const followOne = (window: RateLimitWindow, subject: string, now: number): RateLimitWindow => {
    const { exceeded, policy, remaining, resetAt } = window
    const generations = generationsOf(policy, now)
    const shared = exceeded ? policy.limit : policy.limit - remaining
    const counted = generations.young.get(subject) ?? generations.old.get(subject)
    if (counted?.resetAt !== resetAt) {
      enter(generations, subject, { count: shared, resetAt }, now)
      return window
    }
    const own = exceeded ? counted.count : counted.count + 1
    counted.count = Math.min(policy.limit, Math.max(own, shared))
    return {
      policy,
      remaining: Math.min(remaining, policy.limit - counted.count),
      resetAt,
      exceeded: exceeded || own > policy.limit
    }
  }

  return {
    take: (uses: ReadonlyArray<RateLimitUse>, now: number): ReadonlyArray<RateLimitWindow> =>
      uses.map((use) => takeOne(use, now)),
    /**
     * Records the shared counts for `uses` and returns the stricter of both counts for each: uses counted only here
     * stay counted until the window ends.
     */
    follow: (
      uses: ReadonlyArray<RateLimitUse>,
      windows: ReadonlyArray<RateLimitWindow>,
      now: number
    ): ReadonlyArray<RateLimitWindow> =>
      windows.map((window, index) => followOne(window, uses[index]?.subject ?? "", now)),
    clear: (): void => policies.clear(),
    /** The number of windows held, including ended ones not yet dropped. */
    size: (): number => {
      let size = 0
      for (const { young, old } of policies.values()) size += young.size + old.size
      return size
    }
  }
}
