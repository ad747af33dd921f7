import { DateTime, Effect } from "effect"
import { atomically } from "../shared/atomically.ts"
import { ApiKeys } from "./ApiKeys.ts"

/**
 * Revokes a key now, by external id; one that already ended keeps its end time. Every process is notified (PAR-100).
 */
export const revokeKey = Effect.fnUntraced(function* (xid: string) {
  const now = yield* DateTime.now
  return yield* ApiKeys.use(({ updateRevokedAt }) => updateRevokedAt(xid, now))
}, atomically)
