import { Effect, Option, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import { MemberId } from "../../domain/members/Member.ts"
import { changedSums } from "../../domain/wallet/changedSums.ts"
import { Instant } from "../../domain/shared/Instant.ts"
import type { Move } from "../../domain/wallet/Move.ts"
import { emptyWallet, Wallet, WalletEntry, WalletLot } from "../../domain/wallet/Wallet.ts"
import type { Wallets } from "../../domain/wallet/Wallets.ts"
import {
  dateOf,
  jsonOf,
  nullableDateOf,
  NullableTimestamp,
  nullableTimeOf,
  timeOf,
  Timestamp
} from "../statements/columns.ts"
import { makePendingEarnsSql } from "./PendingEarnsSql.ts"
import { pipelined } from "../statements/pipelined.ts"

const WalletRow = Schema.Struct({ ...Wallet.fields, nextExpiryAt: NullableTimestamp, movedAt: NullableTimestamp })

const LotRow = Schema.Struct({ ...WalletLot.fields, expiresAt: Schema.NullOr(Instant), createdAt: Instant })

/** Copied field by field, because a rest spread costs several times as much. */
const lotOf = (row: Omit<typeof LotRow.Type, "memberId">, memberId: MemberId): WalletLot => ({
  id: row.id,
  memberId,
  asset: row.asset,
  original: row.original,
  remaining: row.remaining,
  expiresAt: nullableTimeOf(row.expiresAt),
  sourceEntryId: row.sourceEntryId,
  createdAt: timeOf(row.createdAt)
})

const lockedFields = { movedAt: Schema.NullOr(Instant), isClosed: Schema.Boolean }

/** A locked wallet is one row per open lot, or one row without a lot. */
const LockedRow = Schema.Union([
  Schema.Struct({ ...Struct.omit(LotRow.fields, ["memberId"]), ...lockedFields }),
  Schema.Struct({ id: Schema.Null, ...lockedFields })
])

const ChargeRow = Schema.Struct({ ...WalletEntry.fields, createdAt: Instant, lots: Schema.Array(LotRow) })

const Due = Schema.Struct({ now: Timestamp, limit: Schema.Int, except: Schema.Array(Schema.Int) })

/** Wallets in this database. A move of any size is one statement. */
export const makeWalletsSql: Effect.Effect<Wallets["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const lock = SqlSchema.findAll({
    Request: Schema.Int,
    Result: LockedRow,
    execute: (memberId) => sql`
      SELECT moved_at AS "movedAt", is_closed AS "isClosed", id, asset, original, remaining, expires_at AS "expiresAt",
        source_entry_id AS "sourceEntryId", created_at AS "createdAt"
      FROM lock_wallet(${memberId})`
  })

  const selectOne = SqlSchema.findOneOption({
    Request: Schema.Int,
    Result: WalletRow,
    execute: (memberId) => sql`
      SELECT member_id AS "memberId", valid_balance AS "validBalance", credit_balance AS "creditBalance",
        next_expiry_at AS "nextExpiryAt", moved_at AS "movedAt", entry_count AS "entryCount",
        activity_count AS "activityCount"
      FROM wallets WHERE member_id = ${memberId}`
  })

  const settle = (fulfillmentId: string | null) => sql`
    UPDATE wallet_activity SET status = 'completed'
    WHERE fulfillment_id = ${fulfillmentId}::uuid AND type = 'spend' AND status = 'pending'`

  const insertRows = pipelined(sql, (move: Move) => {
    const { activities, credit, entries, nextExpiryAt, valid } = changedSums(move)
    return sql`
      WITH entry AS (
        INSERT INTO wallet_entries (
          id, member_id, group_id, type, asset, points, movements, description, source_type, source_id,
          fulfillment_id, reservation_id, transfer_id, correction_id, reverses_entry_id, metadata, created_at
        )
        SELECT id, "memberId", "groupId", type, asset, points, movements, description, "sourceType", "sourceId",
          "fulfillmentId", "reservationId", "transferId", "correctionId", "reversesEntryId", metadata, "createdAt"
        FROM json_to_recordset(${jsonOf(move.entries)}::json) AS e (
          id text, "memberId" integer, "groupId" text, type text, asset text, points integer, movements jsonb,
          description text, "sourceType" text, "sourceId" text, "fulfillmentId" uuid, "reservationId" integer,
          "transferId" text, "correctionId" text, "reversesEntryId" text, metadata jsonb, "createdAt" timestamptz
        )
      ), lot AS (
        INSERT INTO wallet_lots (id, member_id, asset, original, remaining, expires_at, source_entry_id, created_at)
        SELECT id, "memberId", asset, original, remaining, "expiresAt", "sourceEntryId", "createdAt"
        FROM json_to_recordset(${jsonOf([...move.lots.values()])}::json) AS l (
          id text, "memberId" integer, asset text, original integer, remaining integer, "expiresAt" timestamptz,
          "sourceEntryId" text, "createdAt" timestamptz
        )
        ON CONFLICT (id) DO UPDATE SET remaining = excluded.remaining
      ), activity AS (
        INSERT INTO wallet_activity (
          id, member_id, type, amount, asset, status, description, source_type, source_id, entry_id, reservation_id,
          fulfillment_id, created_at
        )
        SELECT id, "memberId", type, amount, asset, status, description, "sourceType", "sourceId", "entryId",
          "reservationId", "fulfillmentId", "createdAt"
        FROM json_to_recordset(${jsonOf(move.activities)}::json) AS a (
          id text, "memberId" integer, type text, amount integer, asset text, status text, description text,
          "sourceType" text, "sourceId" text, "entryId" text, "reservationId" integer, "fulfillmentId" uuid,
          "createdAt" timestamptz
        )
        ON CONFLICT (id) DO UPDATE SET amount = excluded.amount, status = excluded.status,
          description = excluded.description, entry_id = excluded.entry_id
      ), settled AS (${settle(move.settles)})
      UPDATE wallets SET valid_balance = valid_balance + ${valid}::bigint,
        credit_balance = credit_balance + ${credit}::bigint, next_expiry_at = ${nullableDateOf(nextExpiryAt)}::timestamptz,
        moved_at = ${dateOf(move.at)}::timestamptz, entry_count = entry_count + ${entries}::integer,
        activity_count = activity_count + ${activities}::integer
      WHERE member_id = ${move.wallet.memberId}`
  })

  /** Looked up per lot: a join is planned for a hundred lots and scans the whole of a small table. */
  const selectCharges = SqlSchema.findAll({
    Request: Schema.String,
    Result: ChargeRow,
    execute: (fulfillmentId) => sql`
      SELECT e.id, e.member_id AS "memberId", e.group_id AS "groupId", e.type, e.asset, e.points, e.movements,
        e.description, e.source_type AS "sourceType", e.source_id AS "sourceId", e.fulfillment_id AS "fulfillmentId",
        e.reservation_id AS "reservationId", e.transfer_id AS "transferId", e.correction_id AS "correctionId",
        e.reverses_entry_id AS "reversesEntryId", e.metadata, e.created_at AS "createdAt",
        (
          SELECT json_agg((
            SELECT json_build_object(
              'id', l.id, 'memberId', l.member_id, 'asset', l.asset, 'original', l.original, 'remaining', l.remaining,
              'expiresAt', l.expires_at, 'sourceEntryId', l.source_entry_id, 'createdAt', l.created_at
            )
            FROM wallet_lots l WHERE l.id = m->>'lotId'
          ))
          FROM jsonb_array_elements(e.movements) m
        ) AS lots
      FROM wallet_entries e
      WHERE e.fulfillment_id = ${fulfillmentId}::uuid AND e.type = 'SPEND'
      ORDER BY e.id`
  })

  const settleOne = pipelined(sql, settle)

  const selectDue = SqlSchema.findAll({
    Request: Due,
    Result: Schema.Struct({ memberId: MemberId }),
    execute: ({ except, limit, now }) => sql`
      SELECT DISTINCT l.member_id AS "memberId"
      FROM (
        SELECT member_id FROM wallet_lots
        WHERE remaining > 0 AND expires_at <= ${now} AND member_id <> ALL(${except}::integer[])
        ORDER BY expires_at, member_id LIMIT ${limit}
      ) l
      ORDER BY l.member_id`
  })

  const getForUpdate = (memberId: MemberId) =>
    Effect.map(Effect.orDie(lock(memberId)), (rows) => ({
      memberId,
      movedAt: nullableTimeOf(rows[0]?.movedAt ?? null),
      isClosed: rows[0]?.isClosed === true,
      lots: rows.flatMap((row) => (row.id === null ? [] : [lotOf(row, memberId)]))
    }))

  const listCharges = (fulfillmentId: FulfillmentId) =>
    Effect.map(Effect.orDie(selectCharges(fulfillmentId)), (rows) => ({
      entries: rows.map(({ lots: _, ...entry }) => ({ ...entry, createdAt: timeOf(entry.createdAt) })),
      lots: rows.flatMap(({ lots }) => lots.map((lot) => lotOf(lot, lot.memberId)))
    }))

  return {
    getForUpdate,
    // Both statements are sent at once and run in order, so that the charges are read under the lock.
    getChargedForUpdate: (memberId, fulfillmentId) =>
      Effect.all({ wallet: getForUpdate(memberId), charges: listCharges(fulfillmentId) }, { concurrency: "unbounded" }),
    get: (memberId) =>
      Effect.map(
        Effect.orDie(selectOne(memberId)),
        Option.getOrElse(() => emptyWallet(memberId))
      ),
    insertMove: (move) => (move.entries.length === 0 ? Effect.void : Effect.orDie(insertRows(move))),
    updateSpendCompleted: (fulfillmentId) => Effect.orDie(settleOne(fulfillmentId)),
    ...(yield* makePendingEarnsSql),
    listDue: (now, limit, except) =>
      Effect.map(Effect.orDie(selectDue({ now, limit, except })), (rows) => rows.map(({ memberId }) => memberId))
  }
})
