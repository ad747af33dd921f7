import { DateTime, Effect } from "effect"
import { withdrawOfMember } from "../fulfillments/withdrawFulfillments.ts"
import { processDue } from "../jobs/processDue.ts"
import { atomically } from "../shared/atomically.ts"
import { forfeitPoints } from "../wallet/expirePoints.ts"
import { moveWallet } from "../wallet/moveWallet.ts"
import type { MemberId } from "./Member.ts"
import { MemberAccounts } from "./MemberAccounts.ts"

/** Closed accounts per query. */
const batch = 500

/** How long the balance of a closed account is kept (DOMAIN 4.5). */
const retention = { days: 30 } as const

const forfeit = Effect.fnUntraced(function* (memberId: MemberId) {
  yield* withdrawOfMember(memberId)
  const { entries } = yield* moveWallet(memberId, (move) => Effect.succeed(forfeitPoints(move)))
  return entries.length > 0 ? 1 : 0
}, atomically)

/**
 * Forfeits the remaining points of accounts that closed at least 30 days ago; returns how many wallets (DOMAIN 4.5).
 */
export const expireClosedBalances = Effect.fnUntraced(function* (limit: number = batch) {
  const { listHolding } = yield* MemberAccounts
  const before = DateTime.subtract(yield* DateTime.now, retention)
  return yield* processDue((skipped) => listHolding(before, limit + skipped.length), forfeit)
})
