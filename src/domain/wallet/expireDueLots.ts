import { DateTime, Effect } from "effect"
import { processDue } from "../jobs/processDue.ts"
import type { MemberId } from "../members/Member.ts"
import { atomically } from "../shared/atomically.ts"
import { moveWallet } from "./moveWallet.ts"
import { Wallets } from "./Wallets.ts"

/** How many lots are looked for at a time. */
const batch = 500

const expireLots = Effect.fnUntraced(function* (memberId: MemberId) {
  const { entries } = yield* moveWallet(memberId, Effect.succeed)
  return entries.length
}, atomically)

/**
 * Takes what is left of every lot whose end has come, one member a transaction; answers how many lots (DOMAIN 4.1, MEM-092).
 * A lot that a read expired meanwhile is not among them.
 */
export const expireDueLots = Effect.fnUntraced(function* (limit: number = batch) {
  const { listDue } = yield* Wallets
  const now = yield* DateTime.now
  return yield* processDue(listDue(now, limit), expireLots)
})
