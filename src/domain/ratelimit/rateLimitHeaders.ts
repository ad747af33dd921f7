import type { RateLimitWindow } from "./RateLimits.ts"

/** Whole seconds from `now` until `at`, both in epoch milliseconds, rounded up. */
const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

const spentBefore = (a: RateLimitWindow, b: RateLimitWindow): boolean =>
  a.exceeded === b.exceeded ? a.remaining < b.remaining : a.exceeded

/**
 * Least remaining first, stable. Sorts only if necessary: nearly every request has one or two windows, already in
 * order.
 */
const mostSpentFirst = (windows: ReadonlyArray<RateLimitWindow>): ReadonlyArray<RateLimitWindow> => {
  for (let i = 1; i < windows.length; i++) {
    const [before, after] = [windows[i - 1], windows[i]]
    if (before !== undefined && after !== undefined && spentBefore(after, before)) {
      return windows.toSorted((a, b) => (spentBefore(a, b) ? -1 : spentBefore(b, a) ? 1 : 0))
    }
  }
  return windows
}

/**
 * Whole seconds from `now` (epoch milliseconds), at least 1, until every exceeded window has ended; undefined when
 * none is exceeded (HUB-013).
 */
export const retryAfterSeconds = (windows: ReadonlyArray<RateLimitWindow>, now: number): number | undefined => {
  let seconds: number | undefined
  for (const window of windows) {
    if (window.exceeded) seconds = Math.max(1, seconds ?? 1, secondsUntil(window.resetAt, now))
  }
  return seconds
}

/**
 * The rate limit headers at `now` (epoch milliseconds). `X-RateLimit-Reset` is in epoch seconds; the `t` of
 * `RateLimit`, and `Retry-After`, present only when a window is exceeded, are seconds from now. Windows with the least
 * remaining come first, and `X-RateLimit-*` describe the first (HUB-011, HUB-012, HUB-013). A policy that applied to
 * several subjects is listed once, with the least remaining. Empty without windows.
 */
export const rateLimitHeaders = (
  windows: ReadonlyArray<RateLimitWindow>,
  now: number
): Readonly<Record<string, string>> => {
  const ordered = mostSpentFirst(windows)
  const first = ordered[0]
  if (first === undefined) return {}
  let policies = ""
  let states = ""
  for (const [index, { policy, remaining, resetAt }] of ordered.entries()) {
    if (ordered.findIndex((earlier) => earlier.policy.name === policy.name) < index) continue
    const separator = policies === "" ? "" : ", "
    policies += `${separator}"${policy.name}";q=${policy.limit};w=${policy.windowSeconds}`
    states += `${separator}"${policy.name}";r=${remaining};t=${secondsUntil(resetAt, now)}`
  }
  const headers: Record<string, string> = {
    "X-RateLimit-Limit": String(first.policy.limit),
    "X-RateLimit-Remaining": String(first.remaining),
    "X-RateLimit-Reset": String(Math.ceil(first.resetAt / 1000)),
    "RateLimit-Policy": policies,
    RateLimit: states
  }
  if (first.exceeded) headers["Retry-After"] = String(retryAfterSeconds(windows, now))
  return headers
}
