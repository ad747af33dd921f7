import { DateTime, Effect } from "effect"
import { atomically } from "../shared/atomically.ts"
import { ApiKeys } from "./ApiKeys.ts"

/** Ends a key now, by its external id; a key that ended before keeps its time. Every process hears of it (PAR-100). */
export const revokeKey = Effect.fnUntraced(function* (xid: string) {
  const now = yield* DateTime.now
  return yield* ApiKeys.use(({ updateRevokedAt }) => updateRevokedAt(xid, now))
}, atomically)
