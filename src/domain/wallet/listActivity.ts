import { type DateTime, Effect } from "effect"
import { viewQuery } from "./getBalance.ts"
import { pendingAmounts } from "./toWalletBalance.ts"
import { upToDate } from "./upToDate.ts"
import type { WalletActivity } from "./Wallet.ts"
import { WalletViews } from "./WalletViews.ts"

/**
 * A page of the caller's past and pending activity, newest first; `from` is inclusive, `to` exclusive (MEM-095 to
 * MEM-100). A pending earn that is currently worth nothing is neither listed nor counted.
 */
export const listActivity = Effect.fnUntraced(function* (query: {
  readonly activityType?: WalletActivity["type"] | undefined
  readonly from?: DateTime.Utc | undefined
  readonly to?: DateTime.Utc | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { activityType: type, from, limit, offset, to } = query
  const views = yield* WalletViews
  const walletQuery = yield* viewQuery
  const { memberId, now } = walletQuery
  const pendingEarns = pendingAmounts(yield* upToDate(memberId, views.get(walletQuery)))
  const page = yield* views.listActivity({ memberId, now, type, from, to, limit, offset, pendingEarns })
  return { items: page.items, total: page.total, limit, offset }
})
