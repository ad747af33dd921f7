import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { ApiKey } from "./ApiKey.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { mintSecret } from "./mintSecret.ts"

/** The attributes and rights of a new key. */
export type KeyRights = Pick<
  ApiKey,
  | "surface"
  | "organizationId"
  | "integrationId"
  | "authLevel"
  | "allVenues"
  | "venueIds"
  | "name"
  | "environment"
  | "permissions"
  | "createdAt"
  | "expiresAt"
>

/** Inserts a new key of origin `settings`. The result is the only copy of its secret (GEN-009). */
export const insertKey = Effect.fnUntraced(function* (rights: KeyRights) {
  const random = yield* SecureRandom.SecureRandom
  const keys = yield* ApiKeys
  const { secret, stored } = yield* mintSecret(rights.surface, rights.environment)
  const key = yield* keys.insert({
    ...rights,
    ...stored,
    xid: yield* random.uuidV7(),
    origin: "settings",
    globalScope: false,
    revokedAt: null,
    lastUsedAt: null,
    replacedBy: null
  })
  return { key, secret }
})
