import { DateTime, Effect } from "effect"
import { processDue } from "../jobs/processDue.ts"
import type { MemberId } from "../members/Member.ts"
import { atomically } from "../shared/atomically.ts"
import { moveWallet } from "./moveWallet.ts"
import { Wallets } from "./Wallets.ts"

/** Lots per query. */
const batch = 500

const expireLots = Effect.fnUntraced(function* (memberId: MemberId) {
  const { entries } = yield* moveWallet(memberId, Effect.succeed)
  return entries.length
}, atomically)

/**
 * Expires every due lot, one member per transaction; returns how many lots (DOMAIN 4.1, MEM-092). Lots expired by a
 * concurrent read are not counted.
 */
export const expireDueLots = Effect.fnUntraced(function* (limit: number = batch) {
  const { listDue } = yield* Wallets
  const now = yield* DateTime.now
  return yield* processDue((skipped) => listDue(now, limit, skipped), expireLots)
})
