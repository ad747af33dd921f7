import { DateTime, Effect } from "effect"
import { atomically } from "../shared/atomically.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { auditKey } from "./auditKey.ts"

/**
 * Revokes a key now, by external id; one that already ended keeps its end time. Every process is notified (PAR-100).
 */
export const revokeKey = Effect.fnUntraced(function* (xid: string) {
  const now = yield* DateTime.now
  const key = yield* ApiKeys.use(({ updateRevokedAt }) => updateRevokedAt(xid, now))
  const isRevokedBefore = key.revokedAt !== null && DateTime.isLessThan(key.revokedAt, now)
  if (!isRevokedBefore) yield* auditKey(key, "revoked")
  return key
}, atomically)
