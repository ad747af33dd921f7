import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { upToDate } from "./upToDate.ts"
import type { WalletEntry } from "./Wallet.ts"
import { WalletViews } from "./WalletViews.ts"

/** A page of the caller's ledger entries, newest first; `from` is inclusive, `to` exclusive (MEM-093, MEM-101). */
export const listTransactions = Effect.fnUntraced(function* (query: {
  readonly type?: WalletEntry["type"] | undefined
  readonly from?: DateTime.Utc | undefined
  readonly to?: DateTime.Utc | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { from, limit, offset, to, type } = query
  const { memberId } = yield* MemberCaller
  const views = yield* WalletViews
  const now = yield* DateTime.now
  const page = yield* upToDate(memberId, views.listEntries({ memberId, now, type, from, to, limit, offset }))
  return { items: page.items, total: page.total, limit, offset }
})
