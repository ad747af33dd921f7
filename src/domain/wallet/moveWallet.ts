import { DateTime, Effect } from "effect"
import { Ulids } from "../shared/Ulids.ts"
import { expirePoints } from "./expirePoints.ts"
import { beginMove, type Move } from "./Move.ts"
import { Wallets } from "./Wallets.ts"

/**
 * Locks a wallet, expires what is due and does `rule` to what is left; to be run inside a transaction. What the rule
 * refuses takes the expiry back with it: the next read expires again.
 */
export const moveWallet = Effect.fnUntraced(function* <E, R>(
  memberId: number,
  rule: (move: Move) => Effect.Effect<Move, E, R>
) {
  const wallets = yield* Wallets
  const ulids = yield* Ulids
  const wallet = yield* wallets.getForUpdate(memberId)
  const now = yield* DateTime.now
  const move = yield* rule(expirePoints(beginMove(wallet, now, () => ulids.make(now))))
  yield* wallets.insertMove(move)
  return move
})
