import { DateTime, type Duration, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { atomically } from "../shared/atomically.ts"
import { hasPassed } from "../shared/hasPassed.ts"
import { ApiKeyEnded, ApiKeyReplaced } from "./ApiKeyErrors.ts"
import { ApiKeys, type NewApiKey } from "./ApiKeys.ts"
import { auditKey, integrationOfKey } from "./auditKey.ts"
import { mintSecret } from "./mintSecret.ts"

/** The old key's lifetime, counted from now. */
const renewed = ({ createdAt, expiresAt }: NewApiKey, now: DateTime.Utc) =>
  expiresAt === null ? null : DateTime.addDuration(now, DateTime.distance(createdAt, expiresAt))

/**
 * Creates a key with the rights, owner and lifetime of an old one, which stays valid for `overlap` unless it ends
 * earlier; one that has been rotated already is refused (PAR-100). The result is the only copy of the new secret.
 */
export const rotateKey = Effect.fnUntraced(function* (xid: string, overlap: Duration.Duration) {
  const keys = yield* ApiKeys
  const random = yield* SecureRandom.SecureRandom
  const newXid = yield* random.uuidV7()
  // Locks the key before it is read, because it may be revoked meanwhile.
  const successor = yield* keys.updateReplacedBy(xid, newXid)
  const now = yield* DateTime.now
  const { id: _, ...old } = yield* keys.get(xid)
  // A revocation holds at once, even if the clock of the process that made it is ahead.
  if (old.revokedAt !== null || hasPassed(old.expiresAt, now)) {
    return yield* new ApiKeyEnded({ id: xid })
  }
  if (successor !== newXid) return yield* new ApiKeyReplaced({ id: xid, by: successor })
  const { secret, stored } = yield* mintSecret(old.surface, old.environment)
  const key = yield* keys.insert({
    ...old,
    ...stored,
    xid: newXid,
    createdAt: now,
    expiresAt: renewed(old, now),
    revokedAt: null,
    lastUsedAt: null,
    replacedBy: null
  })
  const retired = yield* keys.updateExpiresAt(xid, DateTime.addDuration(now, overlap))
  yield* auditKey(key, "rotated", yield* integrationOfKey(key), { replaces: xid })
  return { key, secret, retired }
}, atomically)
