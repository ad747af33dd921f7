import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { isOpen } from "../../src/domain/fulfillments/FulfillmentStatus.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import type { Notification } from "../../src/domain/notifications/Notification.ts"
import { NotificationMissing } from "../../src/domain/notifications/NotificationErrors.ts"
import { type NewNotification, Notifications } from "../../src/domain/notifications/Notifications.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { omitNull } from "../../src/domain/shared/omitNull.ts"
import * as NotificationsLayer from "../../src/layers/repositories/NotificationsLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const dataset = demoWithoutCities(now)
const { M1, M2, M3, M9, M_new } = memberIds

const at = (seconds: number) => DateTime.add(now, { seconds })
const iso = (seconds: number) => DateTime.formatIso(at(seconds))

const newNotification = (memberId: number, title: string, change: Partial<NewNotification> = {}): NewNotification => ({
  type: "system",
  isWallet: false,
  memberId: MemberId.make(memberId),
  title,
  message: "",
  metadata: {},
  createdAt: now,
  ...(change.dedupeKey === undefined ? {} : { dedupeKey: change.dedupeKey }),
  ...(change.createdAt === undefined ? {} : { createdAt: change.createdAt })
})

const insert = (notification: NewNotification) => Notifications.use((all) => all.insert(notification))

const list = (memberId: number, change: Partial<Parameters<Notifications["Service"]["list"]>[0]> = {}) =>
  Notifications.use((all) =>
    all.list({
      memberId: MemberId.make(memberId),
      order: "desc",
      isRead: undefined,
      isWallet: undefined,
      now,
      limit: 100,
      offset: 0,
      ...change
    })
  )

const titles = Effect.fnUntraced(function* (memberId: number, change?: Parameters<typeof list>[1]) {
  return (yield* list(memberId, change)).items.map(({ title }) => title)
})

const unread = (memberId: number) =>
  Effect.map(
    Notifications.use((all) => all.getUnreadCount({ memberId: MemberId.make(memberId), now })),
    ({ unreadCount, walletUnreadCount }) => ({ unreadCount, walletUnreadCount })
  )

const mark = (memberId: number, id: number, isRead: boolean, seconds: number) =>
  Notifications.use((all) => all.changeRead({ memberId: MemberId.make(memberId), id, isRead, now: at(seconds) }))

const change = (...of: Parameters<typeof mark>) => Effect.map(mark(...of), ({ notification }) => notification)

/** The demo rows of M1 in list order. */
const stored = dataset.notifications
  .filter(({ memberId }) => memberId === M1)
  .toSorted(
    (a: Notification, b: Notification) =>
      DateTime.toEpochMillis(b.createdAt) - DateTime.toEpochMillis(a.createdAt) || b.id - a.id
  )

twins("Notifications", NotificationsLayer, dataset, (it) => {
  it.effect(
    "MEM-102, MEM-104: lists a member's notifications by creation, then id, both ways, in pages without gaps",
    () =>
      Effect.gen(function* () {
        const all = yield* list(M1)
        assert.strictEqual(all.total, stored.length)
        assert.deepStrictEqual(
          all.items.map(({ id }) => id),
          stored.map(({ id }) => id)
        )
        const ties = stored.filter((row, i) => DateTime.Equivalence(row.createdAt, (stored[i + 1] ?? row).createdAt))
        assert.isAbove(ties.length, 5)
        const oldestFirst = yield* list(M1, { order: "asc" })
        assert.deepStrictEqual(oldestFirst.items, all.items.toReversed())
        const pages = yield* Effect.forEach([0, 7, 14, 21, 28, 35, 42], (offset) => list(M1, { limit: 7, offset }))
        assert.deepStrictEqual(
          pages.flatMap(({ items }) => items),
          all.items
        )
        for (const { total } of pages) assert.strictEqual(total, stored.length)
        assert.deepStrictEqual(yield* list(M3), { items: [], total: 0, hasDueClaims: false })
      })
  )

  it.effect("MEM-104, MEM-105: returns the stored fields and readAt, and omits messageParts when null", () =>
    Effect.gen(function* () {
      const { items } = yield* list(M1)
      for (const row of stored) {
        const { createdAt, dedupeKey: _, memberId: _1, messageParts, readAt, updatedAt, ...rest } = row
        assert.deepStrictEqual<unknown>(
          items.find(({ id }) => id === row.id),
          {
            ...rest,
            ...omitNull({ messageParts }),
            isRead: readAt !== null,
            createdAt: DateTime.formatIso(createdAt),
            updatedAt: DateTime.formatIso(updatedAt),
            readAt: readAt === null ? null : DateTime.formatIso(readAt)
          }
        )
      }
    })
  )

  it.effect("MEM-103: filters by read and by wallet, alone and together, and counts the matches", () =>
    Effect.gen(function* () {
      for (const isRead of [undefined, true, false]) {
        for (const isWallet of [undefined, true, false]) {
          const expected = stored.filter(
            (row) =>
              (isRead === undefined || (row.readAt !== null) === isRead) &&
              (isWallet === undefined || row.isWallet === isWallet)
          )
          assert.isAbove(expected.length, 0)
          const page = yield* list(M1, { isRead, isWallet, limit: 3 })
          assert.strictEqual(page.total, expected.length)
          assert.deepStrictEqual(
            page.items.map(({ id }) => id),
            expected.slice(0, 3).map(({ id }) => id)
          )
        }
      }
    })
  )

  it.effect("MEM-109: unreadCount and walletUnreadCount equal the totals of the filtered lists", () =>
    Effect.gen(function* () {
      for (const memberId of [M1, M2, M3]) {
        const { total } = yield* list(memberId, { isRead: false })
        const wallet = yield* list(memberId, { isRead: false, isWallet: true })
        assert.deepStrictEqual(yield* unread(memberId), { unreadCount: total, walletUnreadCount: wallet.total })
      }
    })
  )

  it.effect("MEM-104: an inserted notification is unread, with its createdAt and all its fields", () =>
    Effect.gen(function* () {
      yield* insert({
        type: "wallet",
        isWallet: true,
        memberId: M9,
        title: "Points \u{1F389}",
        message: "You earned points",
        messageParts: { points: 5, nestedKeys: [{ snake_case: null }] },
        metadata: { actionUrl: "/wallet", camelCase: true },
        createdAt: at(60)
      })
      const { items, total } = yield* list(M9)
      assert.strictEqual(total, 1)
      const { id, ...rest } = items[0] ?? assert.fail("nothing was added")
      assert.isAbove(id, Math.max(...dataset.notifications.map((row) => row.id)))
      assert.deepStrictEqual(rest, {
        type: "wallet",
        isWallet: true,
        title: "Points \u{1F389}",
        message: "You earned points",
        messageParts: { points: 5, nestedKeys: [{ snake_case: null }] },
        metadata: { actionUrl: "/wallet", camelCase: true },
        isRead: false,
        createdAt: iso(60),
        updatedAt: iso(60),
        readAt: null
      })
      assert.deepStrictEqual(yield* unread(M9), { unreadCount: 1, walletUnreadCount: 1 })
    })
  )

  it.effect("MEM-102: notifies each member once per dedupe key, and any number of times without one", () =>
    Effect.gen(function* () {
      yield* insert(newNotification(M_new, "first", { dedupeKey: "stay-1", createdAt: at(1) }))
      yield* insert(newNotification(M_new, "again", { dedupeKey: "stay-1", createdAt: at(2) }))
      yield* insert(newNotification(M_new, "other key", { dedupeKey: "stay-2", createdAt: at(3) }))
      yield* insert(newNotification(M3, "other member", { dedupeKey: "stay-1" }))
      yield* insert(newNotification(M_new, "no key", { createdAt: at(4) }))
      yield* insert(newNotification(M_new, "no key", { createdAt: at(5) }))
      assert.deepStrictEqual(yield* titles(M_new), ["no key", "no key", "other key", "first"])
      assert.deepStrictEqual(yield* titles(M3), ["other member"])
    })
  )

  it.effect("MEM-102: an insert and its dedupe key are rolled back with the caller's transaction", () =>
    Effect.gen(function* () {
      const before = yield* titles(M2)
      yield* atomically(
        Effect.andThen(insert(newNotification(M2, "undone", { dedupeKey: "undone" })), Effect.fail("later step failed"))
      ).pipe(Effect.flip)
      assert.deepStrictEqual(yield* titles(M2), before)
      yield* atomically(
        Effect.gen(function* () {
          yield* insert(newNotification(M2, "kept", { dedupeKey: "undone", createdAt: at(9) }))
          yield* insert(newNotification(M2, "repeated", { dedupeKey: "undone" }))
          yield* insert(newNotification(M2, "kept as well", { createdAt: at(10) }))
        })
      )
      assert.deepStrictEqual((yield* titles(M2)).slice(0, 3), ["kept as well", "kept", before[0]])
    })
  )

  it.effect("MEM-117: hasDueClaims is true of a list and of the counts from the moment that an open claim is due", () =>
    Effect.gen(function* () {
      const open = dataset.fulfillments.filter((row) => row.memberId === M1 && isOpen(row.status))
      const first = open.toSorted((a, b) => DateTime.Order(a.expiresAt, b.expiresAt))[0]?.expiresAt ?? assert.fail()
      const hasDueClaims = Effect.fnUntraced(function* (member: number, now: DateTime.Utc) {
        const { getUnreadCount } = yield* Notifications
        const counts = yield* getUnreadCount({ memberId: MemberId.make(member), now })
        return [(yield* list(member, { now, limit: 1 })).hasDueClaims, counts.hasDueClaims]
      })
      assert.deepStrictEqual(yield* hasDueClaims(M1, DateTime.subtract(first, { milliseconds: 1 })), [false, false])
      assert.deepStrictEqual(yield* hasDueClaims(M1, first), [true, true])
      assert.deepStrictEqual(yield* hasDueClaims(M_new, first), [false, false])
    })
  )

  it.effect("MEM-109: marking as read sets readAt and updatedAt and lowers the counts; repeating it does nothing", () =>
    Effect.gen(function* () {
      const one = stored.find((row) => row.readAt === null && row.isWallet) ?? assert.fail("no unread one")
      const before = yield* unread(M1)
      const read = yield* change(M1, one.id, true, 100)
      assert.deepStrictEqual([read.isRead, read.readAt, read.updatedAt], [true, iso(100), iso(100)])
      assert.deepStrictEqual(yield* unread(M1), {
        unreadCount: before.unreadCount - 1,
        walletUnreadCount: before.walletUnreadCount - 1
      })
      const again = yield* change(M1, one.id, true, 200)
      assert.deepStrictEqual(again, read)
      assert.deepStrictEqual(
        (yield* list(M1)).items.find(({ id }) => id === one.id),
        read
      )
      assert.strictEqual((yield* unread(M1)).unreadCount, before.unreadCount - 1)
    })
  )

  it.effect("MEM-109, A-30: only marking a read notification as read changes nothing, even at the same instant", () =>
    Effect.gen(function* () {
      const one = stored.findLast((row) => row.readAt === null && !row.isWallet) ?? assert.fail("no unread one")
      const steps = [true, true, false, false, true, true]
      const marked = yield* Effect.forEach(steps, (isRead) => mark(M1, one.id, isRead, 150))
      assert.deepStrictEqual(
        marked.map(({ hasChanged }) => hasChanged),
        [true, false, true, true, true, false]
      )
      yield* change(M1, one.id, false, 150)
    })
  )

  it.effect(
    "MEM-106, MEM-108: marking as unread counts once, and advances updatedAt each time, even at one instant",
    () =>
      Effect.gen(function* () {
        const one = stored.findLast((row) => row.readAt !== null && !row.isWallet) ?? assert.fail("no read one")
        const before = yield* unread(M1)
        const first = yield* change(M1, one.id, false, 300)
        assert.deepStrictEqual([first.isRead, first.readAt, first.updatedAt], [false, null, iso(300)])
        const second = yield* change(M1, one.id, false, 300)
        const third = yield* change(M1, one.id, false, 299)
        assert.deepStrictEqual(
          [second.updatedAt, third.updatedAt],
          [300_001, 300_002].map((millis) => DateTime.formatIso(DateTime.add(now, { milliseconds: millis })))
        )
        const fourth = yield* change(M1, one.id, false, 301)
        assert.deepStrictEqual({ ...fourth, updatedAt: "" }, { ...first, updatedAt: "" })
        assert.strictEqual(fourth.updatedAt, iso(301))
        assert.deepStrictEqual(yield* unread(M1), {
          unreadCount: before.unreadCount + 1,
          walletUnreadCount: before.walletUnreadCount
        })
        const read = yield* change(M1, one.id, true, 301)
        assert.isAbove(Date.parse(read.updatedAt), Date.parse(fourth.updatedAt))
        assert.strictEqual(read.readAt, iso(301))
      })
  )

  it.effect("MEM-107: another member's notification is NotificationMissing like an unknown one, and unchanged", () =>
    Effect.gen(function* () {
      const one = stored[0] ?? assert.fail("no notification")
      const before = yield* list(M1)
      for (const isRead of [true, false]) {
        for (const [memberId, id] of [
          [M2, one.id],
          [M1, 1],
          [M1, 0],
          [M1, 2_147_483_647]
        ] as const) {
          assert.deepStrictEqual(yield* Effect.flip(change(memberId, id, isRead, 400)), new NotificationMissing())
        }
      }
      assert.deepStrictEqual(yield* list(M1), before)
    })
  )
})
