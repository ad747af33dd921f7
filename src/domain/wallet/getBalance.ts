import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { toWalletBalance } from "./toWalletBalance.ts"
import { upToDate } from "./upToDate.ts"
import { expiringSoonDays } from "./WalletBalance.ts"
import { WalletViews, type WalletViewQuery } from "./WalletViews.ts"

/** The query for the caller's wallet as of now. */
export const viewQuery = Effect.gen(function* () {
  const { memberId } = yield* MemberCaller
  const now = yield* DateTime.now
  return { memberId, now, until: DateTime.add(now, { days: expiringSoonDays }) } satisfies WalletViewQuery
})

/** The caller's balance, after expiring due lots (MEM-091, MEM-092, MEM-101). */
export const getBalance = Effect.fnUntraced(function* () {
  const views = yield* WalletViews
  const query = yield* viewQuery
  return toWalletBalance(yield* upToDate(query.memberId, views.get(query)))
})
