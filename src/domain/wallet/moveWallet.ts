import { DateTime, Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import { Ulids } from "../shared/Ulids.ts"
import { expirePoints } from "./expirePoints.ts"
import { beginMove, type Move, type OpenWallet } from "./Move.ts"
import { Wallets } from "./Wallets.ts"

/** As `moveWallet`, with a wallet that is locked already. */
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
 * Locks a wallet, expires what is due and does `rule` to what is left; to be run inside a transaction. What the rule
 * refuses takes the expiry back with it: the next read expires again.
 */
export const moveWallet = Effect.fnUntraced(function* <E, R>(
  memberId: MemberId,
  rule: (move: Move) => Effect.Effect<Move, E, R>
) {
  const wallets = yield* Wallets
  return yield* moveLockedWallet(yield* wallets.getForUpdate(memberId), rule)
})
