import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { makeFindings } from "../../../src/domain/verify/Finding.ts"
import type { BookedNotification } from "../../../src/domain/verify/LedgerBooks.ts"
import { verifyNotifications } from "../../../src/domain/verify/verifyCollections.ts"

const now = DateTime.makeUnsafe("2026-03-10T12:00:00.000Z")

const notification = (memberId: number, change: Partial<BookedNotification>): BookedNotification => ({
  id: memberId,
  memberId: MemberId.make(memberId),
  type: "wallet",
  isWallet: true,
  dedupeKey: null,
  readAt: null,
  counts: { unreadCount: 1, walletUnreadCount: 1 },
  ...change
})

const found = (...rows: ReadonlyArray<BookedNotification>) => {
  const { compare, count, first } = makeFindings(10)
  const { end, row } = verifyNotifications(compare)
  rows.forEach(row)
  end()
  assert.strictEqual(count(), first().length)
  return first()
}

describe("verifyNotifications", () => {
  it("DOMAIN 9: finds unread counts that differ from the unread notifications", () => {
    const twice = { unreadCount: 2, walletUnreadCount: 1 }
    assert.deepStrictEqual(
      found(
        notification(1, { counts: { unreadCount: 2, walletUnreadCount: 1 } }),
        notification(2, { counts: { unreadCount: 1, walletUnreadCount: 0 } }),
        notification(3, { counts: twice }),
        notification(3, { id: 4, type: "system", isWallet: false, counts: twice }),
        notification(5, { readAt: now, counts: { unreadCount: 0, walletUnreadCount: 0 } })
      ),
      [
        { check: "unread_count", subject: "member:1", expected: "1", actual: "2" },
        { check: "unread_count", subject: "member:2 wallet", expected: "1", actual: "0" }
      ]
    )
  })

  it("DOMAIN 9: the same dedupeKey of two members is no finding", () => {
    assert.deepStrictEqual(found(notification(1, { dedupeKey: "same" }), notification(2, { dedupeKey: "same" })), [])
  })
})
