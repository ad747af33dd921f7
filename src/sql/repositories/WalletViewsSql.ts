import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { MemberId } from "../../domain/members/Member.ts"
import { omitNull } from "../../domain/shared/omitNull.ts"
import { ActivityRecord } from "../../domain/wallet/ActivityRecord.ts"
import { TransactionRecord } from "../../domain/wallet/TransactionRecord.ts"
import { Wallet, WalletActivity, WalletEntry } from "../../domain/wallet/Wallet.ts"
import { ExpiringPoints } from "../../domain/wallet/WalletBalance.ts"
import type { ActivityQuery, WalletView, WalletViews } from "../../domain/wallet/WalletViews.ts"
import { OptionalTimestamp, Timestamp, type TimestampColumn } from "../statements/columns.ts"
import { hasDueClaims } from "../fragments/fulfillmentColumns.ts"
import { instantText } from "../statements/instantText.ts"
import { stayFacts, StayFactsColumn } from "../fragments/stayFacts.ts"

/** A time within JSON, in milliseconds: as text it would depend on the session's time zone. */
const Millis = Schema.Number

const EntryItem = Schema.Struct({ ...TransactionRecord.fields, createdAt: Millis })

const transactionOf = (item: typeof EntryItem.Type): TransactionRecord => ({
  ...item,
  createdAt: instantText(item.createdAt)
})

const ActivityItem = Schema.Struct({
  ...ActivityRecord.fields,
  amount: Schema.NullOr(Schema.Int),
  propertyName: Schema.NullOr(Schema.String),
  reservationConfirmationCode: Schema.NullOr(Schema.String),
  createdAt: Millis
})

/** Copied field by field, because a rest spread costs several times as much. */
const activityOf = (item: typeof ActivityItem.Type, pending: ActivityQuery["pendingEarns"]): ActivityRecord => ({
  id: item.id,
  type: item.type,
  amount: item.amount ?? pending.get(item.id) ?? 0,
  assetType: item.assetType,
  description: item.description,
  sourceType: item.sourceType,
  sourceId: item.sourceId,
  createdAt: instantText(item.createdAt),
  status: item.status,
  ...omitNull({ propertyName: item.propertyName, reservationConfirmationCode: item.reservationConfirmationCode })
})

const unsettled = { hasDueLots: Schema.Boolean, hasDueClaims: Schema.Boolean }

const View = Schema.Struct({
  validBalance: Wallet.fields.validBalance,
  creditBalance: Wallet.fields.creditBalance,
  ...unsettled,
  expiring: Schema.Array(Schema.Struct({ ...ExpiringPoints.fields, expiresAt: Millis })),
  pendingEarns: Schema.Array(Schema.Struct({ activityId: Schema.String, facts: StayFactsColumn }))
})

const ViewWithEntries = Schema.Struct({ ...View.fields, entries: Schema.Array(EntryItem) })

const viewOf = ({ expiring, ...view }: typeof View.Type): WalletView => ({
  ...view,
  expiring: expiring.map(({ expiresAt, points }) => ({ points, expiresAt: instantText(expiresAt) }))
})

const pageOf = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({ ...unsettled, total: Schema.Int, items: Schema.Array(item) })

const ViewQuery = Schema.Struct({ memberId: MemberId, now: Timestamp, until: Timestamp })

const Bounds = Schema.Struct({ limit: Schema.Int, offset: Schema.Int })

const Listing = Schema.Struct({
  memberId: MemberId,
  now: Timestamp,
  from: OptionalTimestamp,
  to: OptionalTimestamp,
  ...Bounds.fields
})

const Entries = Schema.Struct({ ...Listing.fields, type: Schema.UndefinedOr(WalletEntry.fields.type) })

const Activities = Schema.Struct({
  ...Listing.fields,
  type: Schema.UndefinedOr(WalletActivity.fields.type),
  pendingIds: Schema.Array(Schema.String)
})

const settled = { hasDueLots: false, hasDueClaims: false } as const

const nothing: WalletView = { ...settled, validBalance: 0, creditBalance: 0, expiring: [], pendingEarns: [] }

const emptyPage = { ...settled, total: 0, items: [] } as const

/** Wallets in this database. Each view is one statement, so that its parts are consistent. */
export const makeWalletViewsSql: Effect.Effect<WalletViews["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const millis = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`

    const entryItem = sql.literal(`json_build_object(
      'id', e.id, 'type', e.type, 'points', e.points, 'assetType', e.asset, 'description', e.description,
      'createdAt', ${millis("e.created_at")}, 'metadata', e.metadata
    )`)

    const activityItem = sql.literal(`json_build_object(
      'id', a.id, 'type', a.type, 'amount', a.amount, 'assetType', a.asset, 'description', a.description,
      'sourceType', a.source_type, 'sourceId', a.source_id, 'propertyName', p.name,
      'reservationConfirmationCode', r.confirmation_code, 'createdAt', ${millis("a.created_at")}, 'status', a.status
    )`)

    const due = ({ memberId, now }: { readonly memberId: number; readonly now: TimestampColumn }) => sql`
      coalesce(w.next_expiry_at <= ${now}, false) AS "hasDueLots",
      ${hasDueClaims(sql, memberId, now)} AS "hasDueClaims"`

    const view = ({ memberId, now, until }: typeof ViewQuery.Encoded) => sql`
      w.valid_balance AS "validBalance", w.credit_balance AS "creditBalance", ${due({ memberId, now })},
      (
        SELECT coalesce(json_agg(json_build_object('points', l.points, 'expiresAt', l.expires_at)), '[]')
        FROM (
          SELECT sum(remaining) AS points, ${sql.literal(millis("expires_at"))} AS expires_at
          FROM wallet_lots WHERE member_id = ${memberId} AND remaining > 0 AND expires_at <= ${until}
          GROUP BY wallet_lots.expires_at ORDER BY wallet_lots.expires_at
        ) l
      ) AS expiring,
      (
        SELECT coalesce(json_agg(json_build_object('activityId', a.id, 'facts', ${stayFacts(sql, now)})), '[]')
        FROM wallet_activity a JOIN reservations r ON r.id = a.reservation_id
        WHERE a.member_id = ${memberId} AND a.type = 'earn' AND a.status = 'pending'
      ) AS "pendingEarns"`

    const selectView = SqlSchema.findOneOption({
      Request: ViewQuery,
      Result: View,
      execute: (query) => sql`SELECT ${view(query)} FROM wallets w WHERE w.member_id = ${query.memberId}`
    })

    const newest = ({ limit, offset }: typeof Bounds.Encoded) => sql`
      ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`

    const entryRows = sql.literal(
      "SELECT id, type, points, asset, description, created_at, metadata FROM wallet_entries"
    )

    const selectViewWithEntries = SqlSchema.findOneOption({
      Request: Schema.Struct({ ...ViewQuery.fields, ...Bounds.fields }),
      Result: ViewWithEntries,
      execute: (query) => sql`
        SELECT ${view(query)}, (
          SELECT coalesce(json_agg(${entryItem}), '[]')
          FROM (${entryRows} WHERE member_id = ${query.memberId} ${newest(query)}) e
        ) AS entries
        FROM wallets w WHERE w.member_id = ${query.memberId}`
    })

    const matching = ({ from, memberId, to, type }: (typeof Entries | typeof Activities)["Encoded"]) => {
      const clauses = [sql`member_id = ${memberId}`]
      if (type !== undefined) clauses.push(sql`type = ${type}`)
      if (from !== undefined) clauses.push(sql`created_at >= ${from}`)
      if (to !== undefined) clauses.push(sql`created_at < ${to}`)
      return clauses
    }

    const selectEntries = SqlSchema.findOneOption({
      Request: Entries,
      Result: pageOf(EntryItem),
      execute: (query) => {
        const clauses = matching(query)
        const filter = sql.and(clauses)
        const count = sql`(SELECT count(*)::integer FROM wallet_entries WHERE ${filter})`
        return sql`
          SELECT ${due(query)}, ${clauses.length === 1 ? sql.literal("w.entry_count") : count} AS total,
            (
              SELECT coalesce(json_agg(${entryItem}), '[]') FROM (${entryRows} WHERE ${filter} ${newest(query)}) e
            ) AS items
          FROM wallets w WHERE w.member_id = ${query.memberId}`
      }
    })

    const selectActivity = SqlSchema.findOneOption({
      Request: Activities,
      Result: pageOf(ActivityItem),
      execute: (query) => {
        const clauses = matching(query)
        const isListed = sql`(type <> 'earn' OR status <> 'pending' OR id = ANY(${query.pendingIds}::text[]))`
        const filter = sql.and([...clauses, isListed])
        // An earn credited since its amount was read is already counted as an entry.
        const cachedTotal = sql`w.activity_count + (
          SELECT count(*)::integer FROM wallet_activity
          WHERE member_id = ${query.memberId} AND id = ANY(${query.pendingIds}::text[]) AND amount IS NULL
        )`
        const count = sql`(SELECT count(*)::integer FROM wallet_activity WHERE ${filter})`
        return sql`
          SELECT ${due(query)}, ${clauses.length === 1 ? cachedTotal : count} AS total,
            (
              SELECT coalesce(json_agg(${activityItem} ORDER BY a.created_at DESC, a.id DESC), '[]')
              FROM (
                SELECT id, type, amount, asset, description, source_type, source_id, reservation_id, created_at, status
                FROM wallet_activity WHERE ${filter} ${newest(query)}
              ) a
              LEFT JOIN reservations r ON r.id = a.reservation_id
              LEFT JOIN properties p ON p.id = r.property_id
            ) AS items
          FROM wallets w WHERE w.member_id = ${query.memberId}`
      }
    })

    return {
      get: (query) =>
        Effect.map(Effect.orDie(selectView(query)), Option.match({ onNone: () => nothing, onSome: viewOf })),
      getWithEntries: (query) =>
        Effect.map(
          Effect.orDie(selectViewWithEntries(query)),
          Option.match({
            onNone: () => ({ ...nothing, entries: [] }),
            onSome: ({ entries, ...view }) => ({ ...viewOf(view), entries: entries.map(transactionOf) })
          })
        ),
      listEntries: (query) =>
        Effect.map(
          Effect.orDie(selectEntries(query)),
          Option.match({
            onNone: () => emptyPage,
            onSome: ({ items, ...page }) => ({ ...page, items: items.map(transactionOf) })
          })
        ),
      listActivity: ({ pendingEarns, ...query }: ActivityQuery) =>
        Effect.map(
          Effect.orDie(selectActivity({ ...query, pendingIds: [...pendingEarns.keys()] })),
          Option.match({
            onNone: () => emptyPage,
            onSome: ({ items, ...page }) => ({ ...page, items: items.map((item) => activityOf(item, pendingEarns)) })
          })
        )
    }
  }
)
