import { Effect } from "effect"
import { viewQuery } from "./getBalance.ts"
import { toWalletBalance } from "./toWalletBalance.ts"
import { upToDate } from "./upToDate.ts"
import { WalletViews } from "./WalletViews.ts"

/** The caller's balance and a page of their transactions, newest first, in one snapshot (MEM-090, MEM-093). */
export const getWallet = Effect.fnUntraced(function* (page: { readonly limit: number; readonly offset: number }) {
  const views = yield* WalletViews
  const query = yield* viewQuery
  const view = yield* upToDate(query.memberId, views.getWithEntries({ ...query, ...page }))
  return { balance: toWalletBalance(view), transactions: view.entries }
})
