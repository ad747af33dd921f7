import { DateTime, Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import { Ulids } from "../shared/Ulids.ts"
import { expirePoints } from "./expirePoints.ts"
import { beginMove, type Move, type OpenWallet } from "./Move.ts"
import { Wallets } from "./Wallets.ts"

/** As `moveWallet`, for a wallet that is already locked. */
export const moveLockedWallet = Effect.fnUntraced(function* <E, R>(
  wallet: OpenWallet,
  rule: (move: Move) => Effect.Effect<Move, E, R>
) {
  const wallets = yield* Wallets
  const ulids = yield* Ulids
  const now = yield* DateTime.now
  const move = yield* rule(expirePoints(beginMove(wallet, now, () => ulids.make(now))))
  yield* wallets.insertMove(move)
  return move
})

/**
 * Locks a wallet, expires due lots and applies `rule`, inside a transaction. A failure of the rule rolls the expiry
 * back too; the next read expires the lots again.
 */
export const moveWallet = Effect.fnUntraced(function* <E, R>(
  memberId: MemberId,
  rule: (move: Move) => Effect.Effect<Move, E, R>
) {
  const wallets = yield* Wallets
  return yield* moveLockedWallet(yield* wallets.getForUpdate(memberId), rule)
})
