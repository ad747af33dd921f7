import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { withClaimsSettled } from "../fulfillments/withClaimsSettled.ts"
import { Notifications } from "./Notifications.ts"

/**
 * A page of the caller's notifications by creation, then id, newest first by default (MEM-102, MEM-103). Includes those
 * about claims that are due, whether or not the sweep has run (MEM-117).
 */
export const listNotifications = Effect.fnUntraced(function* (query: {
  readonly sortOrder: "asc" | "desc"
  readonly read?: boolean | undefined
  readonly wallet?: boolean | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { limit, offset, read, sortOrder, wallet } = query
  const { memberId } = yield* MemberCaller
  const notifications = yield* Notifications
  const { items, total } = yield* withClaimsSettled(
    memberId,
    notifications.list({
      memberId,
      order: sortOrder,
      isRead: read,
      isWallet: wallet,
      now: yield* DateTime.now,
      limit,
      offset
    })
  )
  return { items, total, limit, offset }
})
