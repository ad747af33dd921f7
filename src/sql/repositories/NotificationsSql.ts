import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { MemberId } from "../../domain/members/Member.ts"
import { NotificationMissing } from "../../domain/notifications/NotificationErrors.ts"
import { NotificationRecord, UnreadCount } from "../../domain/notifications/NotificationRecord.ts"
import type {
  NewNotification,
  Notifications,
  NotificationsQuery,
  ReadChange
} from "../../domain/notifications/Notifications.ts"
import { omitNull } from "../../domain/shared/omitNull.ts"
import { dateOf, jsonOf, Timestamp, type TimestampColumn } from "../statements/columns.ts"
import { hasDueClaims } from "../fragments/fulfillmentColumns.ts"
import { listOf } from "../statements/listOf.ts"
import { pipelined } from "../statements/pipelined.ts"

const Row = Schema.Struct({
  ...NotificationRecord.fields,
  messageParts: Schema.NullOr(NotificationRecord.fields.metadata)
})

/** Copied field by field, because a rest spread costs several times as much. */
const recordOf = (row: typeof Row.Type): NotificationRecord => ({
  id: row.id,
  type: row.type,
  title: row.title,
  message: row.message,
  isRead: row.isRead,
  isWallet: row.isWallet,
  metadata: row.metadata,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  readAt: row.readAt,
  ...omitNull({ messageParts: row.messageParts })
})

/** Notifies a member, once per dedupe key; with `source`, such as `FROM changed`, once per row of it. */
export const insertNotification = (
  sql: SqlClient.SqlClient,
  notification: NewNotification,
  source: Statement.Fragment = sql.literal("")
) => sql`
  INSERT INTO notifications (
    member_id, type, title, message, message_parts, is_wallet, metadata, dedupe_key, created_at, updated_at
  )
  SELECT ${notification.memberId}::integer, ${notification.type}::text, ${notification.title}::text, ${notification.message}::text,
    ${jsonOf(notification.messageParts)}::jsonb, ${notification.isWallet}::boolean, ${jsonOf(notification.metadata)}::jsonb,
    ${notification.dedupeKey ?? null}::text, ${dateOf(notification.createdAt)}::timestamptz, ${dateOf(notification.createdAt)}::timestamptz
  ${source}
  ON CONFLICT (member_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO NOTHING`

const MarkedRow = Schema.Struct({ ...Row.fields, hasChanged: Schema.Boolean })

const Query = Schema.Struct({
  memberId: MemberId,
  order: Schema.Literals(["asc", "desc"]),
  isRead: Schema.UndefinedOr(Schema.Boolean),
  isWallet: Schema.UndefinedOr(Schema.Boolean),
  now: Timestamp,
  limit: Schema.Int,
  offset: Schema.Int
})

const CountQuery = Schema.Struct({ memberId: MemberId, now: Timestamp })

const Change = Schema.Struct({ memberId: MemberId, id: Schema.Int, isRead: Schema.Boolean, now: Timestamp })

/**
 * Notifications in this database. Read state is one column and counts are computed, so that they cannot drift
 * (MEM-108).
 */
export const makeNotificationsSql: Effect.Effect<Notifications["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = sql.literal(`
      n.id, n.type, n.title, n.message, n.message_parts AS "messageParts", n.read_at IS NOT NULL AS "isRead",
      n.is_wallet AS "isWallet", n.metadata, n.created_at AS "createdAt", n.updated_at AS "updatedAt",
      n.read_at AS "readAt"`)

    const orders = {
      asc: sql.literal("ORDER BY n.created_at, n.id"),
      desc: sql.literal("ORDER BY n.created_at DESC, n.id DESC")
    }

    const matching = ({ isRead, isWallet, memberId }: typeof Query.Encoded) => {
      const clauses = [sql`n.member_id = ${memberId}`]
      if (isRead !== undefined) clauses.push(isRead ? sql`n.read_at IS NOT NULL` : sql`n.read_at IS NULL`)
      if (isWallet !== undefined) clauses.push(isWallet ? sql`n.is_wallet` : sql`NOT n.is_wallet`)
      return sql.and(clauses)
    }

    const insertRow = pipelined(sql, (notification: NewNotification) => insertNotification(sql, notification))

    // The inner select is index-only, so that rows before the page are never fetched.
    const selectList = listOf(sql, {
      Request: Query,
      Whole: Schema.Struct({ total: Schema.Int, hasDueClaims: Schema.Boolean }),
      Item: Row,
      whole: (query) => sql`
        SELECT count(*)::integer AS total, ${hasDueClaims(sql, query.memberId, query.now)} AS "hasDueClaims"
        FROM notifications n WHERE ${matching(query)}`,
      page: (query) => sql`
        SELECT ${columns}
        FROM (
          SELECT n.id FROM notifications n
          WHERE ${matching(query)} ${orders[query.order]} LIMIT ${query.limit} OFFSET ${query.offset}
        ) page
        JOIN notifications n ON n.id = page.id
        ${orders[query.order]}`
    })

    const countUnread = SqlSchema.findOne({
      Request: CountQuery,
      Result: Schema.Struct({ ...UnreadCount.fields, hasDueClaims: Schema.Boolean }),
      execute: ({ memberId, now }) => sql`
        SELECT
          count(*)::integer AS "unreadCount", (count(*) FILTER (WHERE n.is_wallet))::integer AS "walletUnreadCount",
          ${hasDueClaims(sql, memberId, now)} AS "hasDueClaims"
        FROM notifications n
        WHERE n.member_id = ${memberId} AND n.read_at IS NULL`
    })

    // `updated_at` always advances, although clocks differ and several changes can share a millisecond.
    const advanced = (now: TimestampColumn) =>
      sql`greatest(${now}::timestamptz, n.updated_at + interval '1 millisecond')`

    const markRead = SqlSchema.findOneOption({
      Request: Change,
      Result: MarkedRow,
      execute: ({ id, memberId, now }) => sql`
        UPDATE notifications n
        SET read_at = coalesce(n.read_at, ${now}),
          updated_at = CASE WHEN n.read_at IS NULL THEN ${advanced(now)} ELSE n.updated_at END
        FROM (
          SELECT own.id, own.read_at FROM notifications own
          WHERE own.id = ${id} AND own.member_id = ${memberId} FOR UPDATE
        ) former
        WHERE n.id = former.id AND n.member_id = ${memberId}
        RETURNING ${columns}, former.read_at IS NULL AS "hasChanged"`
    })

    const markUnread = SqlSchema.findOneOption({
      Request: Change,
      Result: MarkedRow,
      execute: ({ id, memberId, now }) => sql`
        UPDATE notifications n
        SET read_at = NULL, updated_at = ${advanced(now)}
        WHERE n.id = ${id} AND n.member_id = ${memberId}
        RETURNING ${columns}, true AS "hasChanged"`
    })

    return {
      insert: (notification) => Effect.orDie(insertRow(notification)),
      list: Effect.fnUntraced(function* (query: NotificationsQuery) {
        const page = yield* selectList(query)
        return { ...page, items: page.items.map(recordOf) }
      }),
      getUnreadCount: (query) => Effect.orDie(countUnread(query)),
      changeRead: Effect.fnUntraced(function* (change: ReadChange) {
        const row = yield* Effect.orDie(change.isRead ? markRead(change) : markUnread(change))
        if (Option.isNone(row)) return yield* new NotificationMissing()
        return { notification: recordOf(row.value), hasChanged: row.value.hasChanged }
      })
    }
  }
)
