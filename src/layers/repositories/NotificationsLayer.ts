import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import type { MemberId } from "../../domain/members/Member.ts"
import type { Notification } from "../../domain/notifications/Notification.ts"
import { NotificationMissing } from "../../domain/notifications/NotificationErrors.ts"
import type { NotificationRecord } from "../../domain/notifications/NotificationRecord.ts"
import { Notifications } from "../../domain/notifications/Notifications.ts"
import { omitNull } from "../../domain/shared/omitNull.ts"
import { makeNotificationsSql } from "../../sql/repositories/NotificationsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { hasDueClaims } from "./hasDueClaims.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

export const layerSql = Layer.effect(Notifications, makeNotificationsSql)

const oldestFirst = Order.combine(
  Order.mapInput(Order.Number, (row: Notification) => DateTime.toEpochMillis(row.createdAt)),
  Order.mapInput(Order.Number, (row: Notification) => row.id)
)

const recordOf = (row: Notification): NotificationRecord => ({
  id: row.id,
  type: row.type,
  title: row.title,
  message: row.message,
  isRead: row.readAt !== null,
  isWallet: row.isWallet,
  metadata: row.metadata,
  createdAt: DateTime.formatIso(row.createdAt),
  updatedAt: DateTime.formatIso(row.updatedAt),
  readAt: instantOrNull(row.readAt),
  ...omitNull({ messageParts: row.messageParts })
})

const changed = (row: Notification, isRead: boolean, now: DateTime.Utc): Notification => {
  if (isRead && row.readAt !== null) return row
  const updatedAt = DateTime.max(now, DateTime.add(row.updatedAt, { milliseconds: 1 }))
  return { ...row, readAt: isRead ? now : null, updatedAt }
}

export const layerMemory = Layer.effect(
  Notifications,
  Effect.gen(function* () {
    const memory = yield* Memory
    const { members, notifications } = memory

    const rowsOf = (memberId: MemberId) =>
      Effect.map(TxHashMap.values(notifications), (rows) => rows.filter((row) => row.memberId === memberId))

    return Notifications.of({
      insert: Effect.fnUntraced(function* ({ dedupeKey, messageParts, ...notification }) {
        const { createdAt, memberId } = notification
        if (!(yield* TxHashMap.has(members, String(memberId)))) return yield* Effect.die(new Error("No such member"))
        const rows = yield* TxHashMap.values(notifications)
        const isDuplicate = rows.some((row) => row.memberId === memberId && row.dedupeKey === dedupeKey)
        if (dedupeKey !== undefined && isDuplicate) return
        const id = rows.reduce((highest, row) => Math.max(highest, row.id), 0) + 1
        yield* TxHashMap.set(notifications, String(id), {
          ...notification,
          id,
          messageParts: messageParts ?? null,
          dedupeKey: dedupeKey ?? null,
          readAt: null,
          updatedAt: createdAt
        })
      }, Effect.tx),
      list: Effect.fnUntraced(function* ({ isRead, isWallet, limit, memberId, now, offset, order }) {
        const matching = (yield* rowsOf(memberId)).filter(
          (row) =>
            (isRead === undefined || (row.readAt !== null) === isRead) &&
            (isWallet === undefined || row.isWallet === isWallet)
        )
        const sorted = matching.toSorted(order === "asc" ? oldestFirst : Order.flip(oldestFirst))
        return {
          items: sorted.slice(offset, offset + limit).map(recordOf),
          total: matching.length,
          hasDueClaims: yield* hasDueClaims(memory, memberId, now)
        }
      }, Effect.tx),
      getUnreadCount: Effect.fnUntraced(function* ({ memberId, now }) {
        const unread = (yield* rowsOf(memberId)).filter(({ readAt }) => readAt === null)
        return {
          unreadCount: unread.length,
          walletUnreadCount: unread.filter(({ isWallet }) => isWallet).length,
          hasDueClaims: yield* hasDueClaims(memory, memberId, now)
        }
      }, Effect.tx),
      changeRead: Effect.fnUntraced(function* ({ id, isRead, memberId, now }) {
        const found = yield* TxHashMap.get(notifications, String(id))
        if (Option.isNone(found) || found.value.memberId !== memberId) return yield* new NotificationMissing()
        const row = changed(found.value, isRead, now)
        yield* TxHashMap.set(notifications, String(id), row)
        return { notification: recordOf(row), hasChanged: row !== found.value }
      }, Effect.tx)
    })
  })
)
