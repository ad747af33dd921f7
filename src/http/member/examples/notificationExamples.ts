const unread = {
  id: 31001,
  type: "wallet",
  title: "Points credited",
  message: "You earned 1250 points at Venue V1",
  messageParts: { points: 1250, propertyName: "Venue V1" },
  isRead: false,
  isWallet: true,
  metadata: { actionUrl: "/wallet" },
  createdAt: "2026-03-04T02:06:07.000Z",
  updatedAt: "2026-03-04T02:06:07.000Z",
  readAt: null
}

const read = {
  id: 31005,
  type: "system",
  title: "Terms of use",
  message: "The terms of use have changed",
  isRead: true,
  isWallet: false,
  metadata: {},
  createdAt: "2026-03-03T14:06:07.000Z",
  updatedAt: "2026-03-03T16:06:07.000Z",
  readAt: "2026-03-03T16:06:07.000Z"
}

/** Example responses of the notification endpoints, by operation id. */
export const notificationExamples = {
  listNotifications: { items: [unread, read], total: 2, limit: 20, offset: 0 },
  getUnreadCount: { unreadCount: 1, walletUnreadCount: 1 },
  markNotificationRead: read,
  markNotificationUnread: { ...read, isRead: false, readAt: null, updatedAt: "2026-03-04T05:06:07.000Z" }
}
