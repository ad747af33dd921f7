import { DateTime, Effect, Option } from "effect"
import { refreshArrivalsOfMember } from "../arrivals/refreshArrivals.ts"
import { audit } from "../audit/audit.ts"
import { lockClaims, refuseFurtherClaims, retryClaimedMeanwhile } from "../fulfillments/lockClaims.ts"
import { withdrawLocked } from "../fulfillments/withdrawFulfillments.ts"
import { pointsOf } from "../reservations/StayPoints.ts"
import { Stays } from "../reservations/Stays.ts"
import { atomically } from "../shared/atomically.ts"
import { Wallets } from "../wallet/Wallets.ts"
import type { MemberId } from "./Member.ts"
import { MemberAccounts } from "./MemberAccounts.ts"
import { MemberMissing } from "./MemberErrors.ts"

/** Fails the pending earns, each with its amount before the closing (DOMAIN 4.3). */
const failPendingEarns = Effect.fnUntraced(function* (memberId: MemberId) {
  const stays = yield* Stays
  const wallets = yield* Wallets
  const now = yield* DateTime.now
  for (const id of yield* stays.listByPendingEarn(memberId)) {
    const stay = yield* stays.findForUpdate({ id, now })
    if (Option.isNone(stay)) continue
    yield* wallets.updatePendingEarn(id, { status: "failed", amount: pointsOf(stay.value.facts).totalPoints })
  }
})

const attempt = Effect.fnUntraced(function* (memberId: MemberId) {
  const accounts = yield* MemberAccounts
  const wallets = yield* Wallets
  if (Option.isNone(yield* accounts.find(memberId))) return yield* new MemberMissing()
  const claims = yield* lockClaims({ memberId })
  yield* wallets.getForUpdate(memberId)
  yield* refuseFurtherClaims({ memberId }, claims)
  yield* withdrawLocked(claims)
  const account = yield* accounts.findForUpdate(memberId)
  if (Option.isNone(account) || account.value.status === "closed") return
  yield* failPendingEarns(memberId)
  const now = yield* DateTime.now
  yield* accounts.updateClosed({ id: memberId, mergedInto: null, now })
  yield* refreshArrivalsOfMember(memberId)
  yield* audit({
    organizationId: null,
    action: "member.closed",
    subject: `member:${account.value.xid}`,
    before: { status: account.value.status },
    after: { status: "closed" }
  })
}, atomically)

/**
 * Closes an account (DOMAIN 4.5): its tokens are refused at once, open claims are cancelled with a refund, pending
 * points fail, arrival tasks are withdrawn and later stays earn nothing; the balance is kept for 30 days. Closing again
 * changes nothing.
 */
export const closeMember = (memberId: MemberId) => retryClaimedMeanwhile(attempt(memberId))
