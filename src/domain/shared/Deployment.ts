import { Context } from "effect"
import type { Environment } from "./Scalars.ts"
import type { RateLimitPolicies } from "../ratelimit/rateLimitPolicies.ts"

/** What of the configuration the surfaces and operations must know. Times are milliseconds. */
export class Deployment extends Context.Service<
  Deployment,
  {
    readonly environment: Environment
    readonly messagingEnabled: boolean
    readonly limits: RateLimitPolicies
    readonly bodyLimitBytes: number
    readonly requestTimeoutMs: number
    /** Whose organization ids operator tokens carry. */
    readonly identityProviderName: string
  }
>()("hub/domain/shared/Deployment") {}
