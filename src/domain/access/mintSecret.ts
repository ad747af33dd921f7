import { Effect, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Digests } from "../shared/Digests.ts"
import type { Environment } from "../shared/Scalars.ts"
import type { ApiKey } from "./ApiKey.ts"

const environments = { production: "live", sandbox: "test", development: "dev" } as const satisfies Record<
  Environment,
  string
>

const kinds = { hub: "org", partner: "ptr" } as const satisfies Record<ApiKey["surface"], string>

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** 62^43 is more than 2^256. */
const length = 43

/** A new secret and the hash that is stored in its place (GEN-009). The prefix names platform, environment and kind. */
export const mintSecret = Effect.fnUntraced(function* (surface: ApiKey["surface"], environment: Environment) {
  const random = yield* SecureRandom.SecureRandom
  const digests = yield* Digests
  const prefix = `hub_${environments[environment]}_${kinds[surface]}_`
  let secret = prefix
  // `intBetween` rejects values that would bias the choice among 62 digits.
  while (secret.length < prefix.length + length) {
    secret += base62.charAt(yield* random.intBetween(0, base62.length, { halfOpen: true }))
  }
  return {
    secret: Redacted.make(secret),
    stored: { prefix, lastFour: secret.slice(-4), secretHash: digests.sha256(secret) }
  }
})
