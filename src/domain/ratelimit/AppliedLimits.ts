import { Context } from "effect"
import type { RateLimitWindow } from "./RateLimits.ts"

/**
 * Collects the rate limit windows that an operation uses, so that the headers of the response report them (HUB-012).
 * Ignored outside a request.
 */
export const AppliedLimits = Context.Reference<{ readonly add: (windows: ReadonlyArray<RateLimitWindow>) => void }>(
  "hub/domain/ratelimit/AppliedLimits",
  { defaultValue: () => ({ add: () => undefined }) }
)
