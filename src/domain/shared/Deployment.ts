import { Context, type Redacted } from "effect"
import type { Environment } from "./Scalars.ts"
import type { RateLimitPolicies } from "../ratelimit/rateLimitPolicies.ts"

/** The settings that surfaces and operations need. Times are milliseconds. */
export class Deployment extends Context.Service<
  Deployment,
  {
    readonly environment: Environment
    /** Where clients reach the service, without a trailing slash. Absent: they know the address listened on. */
    readonly publicUrl: string | undefined
    readonly messagingEnabled: boolean
    readonly limits: RateLimitPolicies
    readonly bodyLimitBytes: number
    readonly requestTimeoutMs: number
    /** What readers of the metrics send. Absent: nothing, and they are on the same host. */
    readonly metricsToken: Redacted.Redacted | undefined
    /** What stands before pages at customers' own hostnames (DOMAIN 8). */
    readonly edge: {
      /** Where customers point their hostnames. */
      readonly hostname: string
      /** The hostname of the service itself. */
      readonly ownHostname: string
      /** What it sends when it asks about a hostname. Absent: nothing, and it is on the same host. */
      readonly token: Redacted.Redacted | undefined
    }
    /** Whose tokens the assistant endpoint takes, and for which resource (INT-035). Absent: nobody's (INT-036). */
    readonly assistant: { readonly issuer: string; readonly resource: string; readonly provider: string } | undefined
    /** The identity provider whose organization ids operator tokens carry. */
    readonly identityProviderName: string
  }
>()("hub/domain/shared/Deployment") {}
