import type { Favorite } from "../favorites/Favorite.ts"
import type { Compare } from "./Finding.ts"
import type { BookedNotification } from "./LedgerBooks.ts"

/** Checks that no property occurs twice among a member's favorites, which arrive sorted (DOMAIN 9). */
export const verifyFavorites = (compare: Compare) => {
  let last = ""
  return ({ memberId, propertyId }: Pick<Favorite, "memberId" | "propertyId">) => {
    const favorite = `${memberId} ${propertyId}`
    if (favorite === last) compare("favorite", `member:${memberId}`, "once", `property ${propertyId} again`)
    last = favorite
  }
}

/**
 * Checks that `isWallet` agrees with the type, a dedupe key occurs once per member, and the unread counts match the
 * rows (DOMAIN 9). Notifications arrive sorted by member.
 */
export const verifyNotifications = (compare: Compare) => {
  let last: BookedNotification | undefined
  let keys = new Set<string>()
  let [unread, walletUnread] = [0, 0]

  const end = () => {
    if (last === undefined) return
    const subject = `member:${last.memberId}`
    compare("unread_count", subject, unread, last.counts.unreadCount)
    compare("unread_count", `${subject} wallet`, walletUnread, last.counts.walletUnreadCount)
    keys = new Set()
    unread = 0
    walletUnread = 0
  }

  return {
    row: (row: BookedNotification) => {
      const { dedupeKey, id, isWallet, memberId, readAt, type } = row
      if (memberId !== last?.memberId) end()
      last = row
      const subject = `notification:${id}`
      if (type === "wallet" || type === "reservation") {
        compare("notification", subject, `isWallet ${type === "wallet"}`, `isWallet ${isWallet}`)
      }
      if (dedupeKey !== null && keys.has(dedupeKey)) compare("notification", subject, "once", dedupeKey)
      if (dedupeKey !== null) keys.add(dedupeKey)
      if (readAt === null) unread += 1
      if (readAt === null && isWallet) walletUnread += 1
    },
    end
  }
}
