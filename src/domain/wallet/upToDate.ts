import { Effect } from "effect"
import { settleFulfillments } from "../fulfillments/expireFulfillments.ts"
import type { MemberId } from "../members/Member.ts"
import { atomically } from "../shared/atomically.ts"
import { moveWallet } from "./moveWallet.ts"
import type { Unsettled } from "./WalletViews.ts"

/**
 * The result of `read` once nothing of the member's wallet is due, whether or not the sweep has run: due claims expire
 * first, with their refunds, then due lots, with entry, lot and balance together (MEM-092, MEM-117, DOMAIN 4.1).
 */
export const upToDate = Effect.fnUntraced(function* <A extends Unsettled, E, R>(
  memberId: MemberId,
  read: Effect.Effect<A, E, R>
) {
  const seen = yield* read
  if (!seen.hasDueClaims && !seen.hasDueLots) return seen
  if (seen.hasDueClaims) yield* settleFulfillments(memberId)
  if (seen.hasDueLots) yield* atomically(moveWallet(memberId, Effect.succeed))
  return yield* read
})
