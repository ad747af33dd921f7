import { Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { Notifications } from "./Notifications.ts"

/** A page of the caller's notifications by creation, then id, newest first by default (MEM-102, MEM-103). */
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
  const page = yield* notifications.list({
    memberId,
    order: sortOrder,
    isRead: read,
    isWallet: wallet,
    limit,
    offset
  })
  return { ...page, limit, offset }
})
