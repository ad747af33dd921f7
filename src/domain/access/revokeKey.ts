import { DateTime, Effect } from "effect"
import { atomically } from "../shared/atomically.ts"
import { hasPassed } from "../shared/hasPassed.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { auditKey, integrationOfKey } from "./auditKey.ts"

/**
 * Revokes a key now, by external id; one that already ended keeps its end time. Every process is notified (PAR-100).
 */
export const revokeKey = Effect.fnUntraced(function* (xid: string) {
  const keys = yield* ApiKeys
  const before = yield* keys.getForUpdate(xid)
  const now = yield* DateTime.now
  const key = yield* keys.updateRevokedAt(xid, now)
  if (!hasPassed(before.revokedAt, now)) yield* auditKey(key, "revoked", yield* integrationOfKey(key))
  return key
}, atomically)
