import { DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { IdempotencyId } from "../../domain/idempotency/IdempotencyKeys.ts"
import type { LedgerBooks } from "../../domain/verify/LedgerBooks.ts"
import { codeCounts } from "../fragments/codeCounts.ts"
import { entriesOfStay, ownerOf } from "../fragments/pointsOwner.ts"
import { stayFacts } from "../fragments/stayFacts.ts"
import { cursorStream } from "../statements/cursorStream.ts"
import { readOnlySnapshot } from "../statements/readOnlySnapshot.ts"
import {
  ActivityRow,
  EntryRow,
  FavoriteRow,
  FulfillmentRow,
  LotRow,
  NotificationRow,
  PoolRow,
  StayRow,
  Totals,
  TransferRow,
  WalletRow
} from "./bookedRows.ts"

/** The ledger in this database, read through the cursors of one transaction. */
export const makeLedgerBooksSql: Effect.Effect<LedgerBooks["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const wallets = sql`
      SELECT w.member_id AS "memberId", w.valid_balance AS "validBalance", w.credit_balance AS "creditBalance",
        w.next_expiry_at AS "nextExpiryAt", w.moved_at AS "movedAt", w.entry_count AS "entryCount",
        w.activity_count AS "activityCount", coalesce(m.merged_into, w.member_id) AS "ownerId",
        m.closed_at AS "closedAt"
      FROM wallets w LEFT JOIN members m ON m.id = w.member_id ORDER BY w.member_id`

    const lots = sql`
      SELECT id, member_id AS "memberId", asset, original, remaining,
        CASE WHEN isfinite(expires_at) THEN expires_at END AS "expiresAt",
        source_entry_id AS "sourceEntryId", created_at AS "createdAt"
      FROM wallet_lots ORDER BY member_id, created_at, id`

    const entries = sql`
      SELECT e.id, e.member_id AS "memberId", e.group_id AS "groupId", e.type, e.asset, e.points, e.movements,
        e.fulfillment_id AS "fulfillmentId", e.reservation_id AS "reservationId", e.transfer_id AS "transferId",
        e.correction_id AS "correctionId",
        e.created_at AS "createdAt", e.reverses_entry_id AS "reversesEntryId",
        (
          SELECT json_build_object('ownerId', ${ownerOf(sql, "f.member_id")})
          FROM fulfillments f WHERE f.id = e.fulfillment_id
        ) AS claim,
        (
          SELECT json_build_object(
            'ownerId', CASE WHEN r.updated_at = r.finalized_at THEN ${ownerOf(sql, "r.member_id")} END
          )
          FROM reservations r WHERE r.id = e.reservation_id
        ) AS stay,
        CASE WHEN o.id IS NOT NULL THEN json_build_object(
          'type', o.type, 'asset', o.asset, 'points', o.points, 'fulfillmentId', o.fulfillment_id,
          'movements', o.movements, 'createdAt', o.created_at
        ) END AS reversed
      FROM wallet_entries e LEFT JOIN wallet_entries o ON o.id = e.reverses_entry_id
      ORDER BY e.member_id, e.created_at, e.id`

    const activities = sql`
      SELECT id, member_id AS "memberId", type, amount, asset, status, entry_id AS "entryId",
        fulfillment_id AS "fulfillmentId", reservation_id AS "reservationId", created_at AS "createdAt"
      FROM wallet_activity ORDER BY member_id, created_at, id`

    const stays = (now: DateTime.Utc) => sql`
      SELECT r.external_id AS "externalId", ${stayFacts(sql, DateTime.toDateUtc(now))} AS facts,
        (
          SELECT sum(e.points)::float8 FROM wallet_entries e WHERE e.reservation_id = r.id AND e.type = 'EARN'
        ) AS earned,
        (
          SELECT coalesce(json_agg(DISTINCT ${ownerOf(sql, "credited.member_id")}), '[]')
          FROM ${sql.literal(entriesOfStay)} credited
        ) AS "creditedTo",
        (
          SELECT coalesce(sum(e.points), 0)::float8
          FROM wallet_entries e WHERE e.reservation_id = r.id AND e.correction_id IS NOT NULL
        ) AS adjusted,
        (
          SELECT coalesce(sum((l.after->>'adjusted')::numeric), 0)::float8 FROM audit_log l
          WHERE l.subject = 'reservation:' || r.external_id AND l.organization_id = r.organization_id
            AND l.action = 'reservation.corrected'
        ) AS corrected,
        (
          SELECT coalesce(json_agg(a.member_id ORDER BY a.member_id), '[]') FROM wallet_activity a
          WHERE a.reservation_id = r.id AND a.type = 'earn' AND a.status = 'pending'
        ) AS "pendingMemberIds"
      FROM reservations r ORDER BY r.id`

    const fulfillments = sql`
      SELECT f.id, f.status, f.redemption_type AS "redemptionType", f.points_charged AS "pointsCharged",
        o.id IS NOT NULL AS "hasOffer",
        CASE WHEN o.updated_at <= f.updated_at THEN o.refund_on_expiry END AS "refundOnExpiry",
        (
          SELECT coalesce(json_agg(json_build_object('type', x.type, 'asset', x.asset, 'points', x.points)), '[]')
          FROM wallet_entries e
          CROSS JOIN LATERAL (
            SELECT e.type, e.asset, e.points
            UNION ALL
            SELECT back.type, back.asset, back.points FROM wallet_entries back WHERE back.reverses_entry_id = e.id
          ) x
          WHERE e.fulfillment_id = f.id AND e.type = 'SPEND'
        ) AS entries,
        (
          SELECT coalesce(json_agg(a.status), '[]') FROM wallet_activity a
          WHERE a.fulfillment_id = f.id AND a.type = 'spend'
        ) AS "spendStatuses",
        (
          SELECT coalesce(
            json_agg(json_build_object(
              'from', l.before->>'status', 'to', l.after->>'status', 'actor', l.actor->>'kind'
            ) ORDER BY l.id), '[]'
          )
          FROM audit_log l WHERE l.subject = 'fulfillment:' || f.id AND l.after->>'status' IS NOT NULL
        ) AS history,
        (
          SELECT coalesce(
            json_agg(json_build_object(
              'id', d.id, 'action', d.action, 'fromStatus', d.from_status, 'toStatus', d.to_status
            ) ORDER BY d.created_at, d.id), '[]'
          )
          FROM redemption_records d WHERE d.fulfillment_id = f.id
        ) AS redemptions,
        f.codes_shown_at IS NOT NULL AS "isShown",
        (SELECT coalesce(json_agg(c.status), '[]') FROM offer_codes c WHERE c.fulfillment_id = f.id) AS codes
      FROM fulfillments f LEFT JOIN offers o ON o.id = f.offer_id AND o.organization_id = f.organization_id
      ORDER BY f.id`

    const pools = sql`
      SELECT p.xid,
        (
          SELECT to_json(n) FROM (
            SELECT ${sql.literal(codeCounts("c"))} FROM offer_code_counts c WHERE c.pool_id = p.id
          ) n
        ) AS counted,
        (
          SELECT to_json(n) FROM (
            SELECT ${sql.literal(codeCounts("c"))}
            FROM (SELECT status, 1 AS codes FROM offer_codes WHERE pool_id = p.id) c
          ) n
        ) AS stocked
      FROM offer_code_pools p ORDER BY p.id`

    const transfers = sql`
      SELECT coalesce(t.id, g.transfer_id) AS id, coalesce(g.gifts, '[]') AS gifts,
        CASE WHEN t.id IS NOT NULL THEN
          json_build_object('fromMember', t.from_member, 'toMember', t.to_member, 'points', t.points)
        END AS row
      FROM transfers t FULL JOIN (
        SELECT e.transfer_id,
          json_agg(json_build_object('memberId', e.member_id, 'asset', e.asset, 'points', e.points)) AS gifts
        FROM wallet_entries e WHERE e.type = 'GIFT' GROUP BY e.transfer_id
      ) g ON g.transfer_id = t.id
      ORDER BY 1`

    const favorites = sql`
      SELECT member_id AS "memberId", property_id AS "propertyId" FROM favorites ORDER BY member_id, property_id`

    const notifications = sql`
      SELECT n.id, n.member_id AS "memberId", n.type, n.is_wallet AS "isWallet", n.dedupe_key AS "dedupeKey",
        n.read_at AS "readAt", json_build_object(
          'unreadCount', coalesce(u.unread, 0), 'walletUnreadCount', coalesce(u.wallet_unread, 0)
        ) AS counts
      FROM notifications n LEFT JOIN (
        SELECT member_id, count(*) AS unread, count(*) FILTER (WHERE is_wallet) AS wallet_unread
        FROM notifications WHERE read_at IS NULL GROUP BY member_id
      ) u ON u.member_id = n.member_id
      ORDER BY n.member_id, n.id`

    const unansweredKeys = sql`
      SELECT namespace, tenant, key FROM idempotency_keys
      WHERE status IS NULL AND lease_until <= created_at
      ORDER BY namespace, tenant, key`

    const selectTotals = SqlSchema.findOne({
      Request: Schema.Void,
      Result: Totals,
      execute: () => sql`
        SELECT count(*)::float8 AS members, coalesce(sum(entry_count), 0)::float8 AS entries FROM wallets`
    })

    return {
      snapshot: readOnlySnapshot(sql),
      count: Effect.orDie(selectTotals(undefined)),
      wallets: cursorStream(sql, { name: "books_wallets", row: WalletRow, query: wallets }),
      lots: cursorStream(sql, { name: "books_lots", row: LotRow, query: lots }),
      entries: cursorStream(sql, { name: "books_entries", row: EntryRow, query: entries }),
      activities: cursorStream(sql, { name: "books_activities", row: ActivityRow, query: activities }),
      stays: (now) => cursorStream(sql, { name: "books_stays", row: StayRow, query: stays(now) }),
      fulfillments: cursorStream(sql, { name: "books_fulfillments", row: FulfillmentRow, query: fulfillments }),
      pools: cursorStream(sql, { name: "books_pools", row: PoolRow, query: pools }),
      transfers: cursorStream(sql, { name: "books_transfers", row: TransferRow, query: transfers }),
      favorites: cursorStream(sql, { name: "books_favorites", row: FavoriteRow, query: favorites }),
      unansweredKeys: cursorStream(sql, { name: "books_keys", row: IdempotencyId, query: unansweredKeys }),
      notifications: cursorStream(sql, { name: "books_notifications", row: NotificationRow, query: notifications })
    }
  }
)
