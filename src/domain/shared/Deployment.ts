import { Context, type Redacted } from "effect"
import type { Environment } from "./Scalars.ts"
import type { RateLimitPolicies } from "../ratelimit/rateLimitPolicies.ts"

/** The settings that surfaces and operations need. Times are milliseconds. */
export class Deployment extends Context.Service<
  Deployment,
  {
    readonly environment: Environment
    /** The public base URL, without a trailing slash. Absent: clients use the listening address. */
    readonly publicUrl: string | undefined
    /** Where clients reach the service, without a trailing slash: the public URL, else the address listened on. */
    readonly address: string
    readonly messagingEnabled: boolean
    readonly limits: RateLimitPolicies
    readonly bodyLimitBytes: number
    readonly requestTimeoutMs: number
    /** The bearer token for the metrics. Absent: no token, but only clients on the same host may read them. */
    readonly metricsToken: Redacted.Redacted | undefined
    /** The edge proxy in front of pages at customers' own hostnames (DOMAIN 8). */
    readonly edge: {
      /** Where customers point their hostnames. */
      readonly hostname: string
      /** The hostname of the service itself. */
      readonly ownHostname: string
      /** The token it sends when it asks about a hostname. Absent: no token, but it must be on the same host. */
      readonly token: Redacted.Redacted | undefined
    }
    /**
     * The issuer and resource of the tokens that the assistant endpoint accepts (INT-035). Absent: it accepts none
     * (INT-036).
     */
    readonly assistant: { readonly issuer: string; readonly resource: string; readonly provider: string } | undefined
    /** The identity provider whose organization ids operator tokens carry. */
    readonly identityProviderName: string
  }
>()("hub/domain/shared/Deployment") {}
