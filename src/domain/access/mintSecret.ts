import { Effect, Redacted } from "effect"
import { Digests } from "../shared/Digests.ts"
import { randomToken } from "../shared/randomToken.ts"
import type { Environment } from "../shared/Scalars.ts"
import type { ApiKey } from "./ApiKey.ts"

const environments = { production: "live", sandbox: "test", development: "dev" } as const satisfies Record<
  Environment,
  string
>

const kinds = { hub: "org", partner: "ptr" } as const satisfies Record<ApiKey["surface"], string>

/**
 * A new secret and the hash that is stored instead of it (GEN-009). The prefix states platform, environment and kind.
 */
export const mintSecret = Effect.fnUntraced(function* (surface: ApiKey["surface"], environment: Environment) {
  const digests = yield* Digests
  const prefix = `hub_${environments[environment]}_${kinds[surface]}_`
  const secret = yield* randomToken(prefix)
  return {
    secret: Redacted.make(secret),
    stored: { prefix, lastFour: secret.slice(-4), secretHash: digests.sha256(secret) }
  }
})
