import { Effect } from "effect"
import { expireDueOfMember } from "../fulfillments/expireFulfillments.ts"
import type { MemberId } from "../members/Member.ts"
import { atomically } from "../shared/atomically.ts"
import { moveWallet } from "./moveWallet.ts"
import type { Unsettled } from "./WalletViews.ts"

/**
 * Expires what is due in the member's wallet, whether or not the sweep has run, and reads again: first due claims, with
 * their refunds, then due lots, with entry, lot and balance together (MEM-092, MEM-117, DOMAIN 4.1).
 */
export const upToDate = Effect.fnUntraced(function* <A extends Unsettled, E, R>(
  memberId: MemberId,
  read: Effect.Effect<A, E, R>
) {
  const result = yield* read
  if (!result.hasDueClaims && !result.hasDueLots) return result
  if (result.hasDueClaims) yield* expireDueOfMember(memberId)
  if (result.hasDueLots) yield* atomically(moveWallet(memberId, Effect.succeed))
  return yield* read
})
