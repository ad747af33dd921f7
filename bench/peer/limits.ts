import { addressSubject } from "../../src/domain/ratelimit/addressSubject.ts"
import { rateLimitHeaders, retryAfterSeconds } from "../../src/domain/ratelimit/rateLimitHeaders.ts"
import { rateLimitPolicies } from "../../src/domain/ratelimit/rateLimitPolicies.ts"
import type { RateLimitUse, RateLimitWindow } from "../../src/domain/ratelimit/RateLimits.ts"
import { localRateLimits } from "../../src/layers/rateLimits/localRateLimits.ts"
import { move } from "./metrics.ts"
import { Problem } from "./Problem.ts"

const configured = (name: string): number | undefined => {
  const value = process.env[name]
  return value === undefined ? undefined : Number(value)
}

/** The same windows as the service's, counted by the same code. */
export const policies = rateLimitPolicies({
  hubKey: configured("HUB_LIMIT_HUB_KEY"),
  hubTransition: configured("HUB_LIMIT_HUB_TRANSITION"),
  partnerKey: configured("HUB_LIMIT_PARTNER_KEY"),
  partnerWrites: configured("HUB_LIMIT_PARTNER_WRITES"),
  member: configured("HUB_LIMIT_MEMBER"),
  address: configured("HUB_LIMIT_ADDRESS")
})

const counts = localRateLimits()

export { rateLimitHeaders }

/** Counts the uses and returns the windows; rejects the request if one is exceeded. */
export const take = (
  uses: ReadonlyArray<RateLimitUse>,
  now: number,
  tell: (windows: ReadonlyArray<RateLimitWindow>) => void
): void => {
  const windows = counts.take(uses, now)
  for (const { exceeded, policy } of windows) move(`limits ${policy.name} ${exceeded ? "refused" : "passed"}`, 1)
  tell(windows)
  const wait = retryAfterSeconds(windows, now)
  if (wait !== undefined) throw new Problem(429, "rate_limited", "Too many requests")
}

export const addressUse = (address: string): RateLimitUse => ({
  policy: policies.address,
  subject: addressSubject(address)
})
