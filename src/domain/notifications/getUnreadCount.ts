import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { withClaimsSettled } from "../fulfillments/withClaimsSettled.ts"
import { Notifications } from "./Notifications.ts"

/** The caller's unread notifications: the totals of `listNotifications` with `read=false` (MEM-109). */
export const getUnreadCount = Effect.fnUntraced(function* () {
  const { memberId } = yield* MemberCaller
  const notifications = yield* Notifications
  const { unreadCount, walletUnreadCount } = yield* withClaimsSettled(
    memberId,
    notifications.getUnreadCount({ memberId, now: yield* DateTime.now })
  )
  return { unreadCount, walletUnreadCount }
})
