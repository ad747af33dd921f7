import { DateTime, Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import { Ulids } from "../shared/Ulids.ts"
import { Wallets } from "../wallet/Wallets.ts"
import { pendingEarn } from "./pendingEarn.ts"
import type { StayFacts } from "./StayFacts.ts"
import { isPendingEarn, pointsOf } from "./StayPoints.ts"
import type { Stay } from "./Stays.ts"

const addPendingEarn = Effect.fnUntraced(function* ({ propertyName, row }: Stay, memberId: MemberId) {
  const wallets = yield* Wallets
  const ulids = yield* Ulids
  const now = yield* DateTime.now
  yield* wallets.insertPendingEarn(pendingEarn(row, { id: ulids.make(now), memberId, propertyName, createdAt: now }))
})

/**
 * Updates the member's pending points in the transaction that changes the stay (DOMAIN 6.1): creates the pending earn,
 * moves it to another member, or cancels it with its last amount. Until then the amount is derived from the stay.
 */
export const followPoints = Effect.fnUntraced(function* (before: StayFacts, after: Stay) {
  const wallets = yield* Wallets
  const pending = yield* wallets.findPendingEarn(after.row.id)
  const { memberId } = after.facts
  if (memberId === null || !isPendingEarn(after.facts)) {
    if (pending === undefined) return
    const { totalPoints } = pointsOf(before)
    return yield* wallets.updatePendingEarn(after.row.id, { status: "cancelled", amount: totalPoints })
  }
  if (pending === undefined) return yield* addPendingEarn(after, memberId)
  if (pending.memberId !== memberId) yield* wallets.changePendingEarnMember(after.row.id, memberId)
})
