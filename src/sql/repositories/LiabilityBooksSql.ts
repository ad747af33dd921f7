import { Effect, Option, Schema, Stream } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { endedStatuses } from "../../domain/fulfillments/FulfillmentStatus.ts"
import type { LiabilityBooks } from "../../domain/liability/LiabilityBooks.ts"
import { movements, movementsByType } from "../../domain/liability/movementOf.ts"
import { Asset } from "../../domain/wallet/Wallet.ts"
import { Timestamp } from "../statements/columns.ts"
import { readOnlySnapshot } from "../statements/readOnlySnapshot.ts"

/**
 * The most members per statement, and the number of entries after which a statement takes no more members, so that its
 * sorts and joins fit in the server's memory.
 */
const most = { members: 5000, entries: 50_000 } as const

const Period = Schema.Struct({ from: Timestamp, until: Timestamp, at: Timestamp })

const Portion = Schema.Struct({ after: Schema.Int, last: Schema.Int })

const SumsRow = Schema.Struct({
  moved: Schema.Array(
    Schema.Struct({
      asset: Asset,
      movement: Schema.Literals(movements),
      isBefore: Schema.Boolean,
      points: Schema.Int
    })
  ),
  open: Schema.Array(
    Schema.Struct({
      asset: Asset,
      month: Schema.NullOr(Schema.String),
      isOver: Schema.Boolean,
      points: Schema.Int
    })
  ),
  held: Schema.Array(
    Schema.Struct({
      asset: Asset,
      opening: Schema.Int,
      redeemed: Schema.Int,
      lapsed: Schema.Int,
      closing: Schema.Int
    })
  )
})

const movementText = Object.entries(movementsByType)
  .map(([type, movement]) => `WHEN '${type}' THEN '${movement}'`)
  .join(" ")

/** The sums of the ledger in this database, in batches of members. */
export const makeLiabilityBooksSql: Effect.Effect<LiabilityBooks["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const selectCount = SqlSchema.findOne({
      Request: Schema.Void,
      Result: Schema.Struct({ entries: Schema.Int }),
      execute: () => sql`SELECT coalesce(sum(entry_count), 0) AS entries FROM wallets`
    })

    const selectPortion = SqlSchema.findOne({
      Request: Schema.Int,
      Result: Schema.Struct({ last: Schema.NullOr(Schema.Int), entries: Schema.Int }),
      execute: (after) => sql`
        SELECT max(w.member_id) AS last, coalesce(sum(w.entry_count), 0) AS entries
        FROM (
          SELECT n.member_id, n.entry_count, sum(n.entry_count) OVER (ORDER BY n.member_id) - n.entry_count AS before
          FROM (
            SELECT member_id, entry_count FROM wallets WHERE member_id > ${after} ORDER BY member_id LIMIT ${most.members}
          ) n
        ) w
        WHERE w.before < ${most.entries}`
    })

    /** `LIMIT 1` turns lots, refunds and ends into index look-ups: a join would scan a whole table for each batch. */
    const selectSums = SqlSchema.findOne({
      Request: Schema.Struct({ ...Period.fields, ...Portion.fields }),
      Result: SumsRow,
      execute: ({ after, at, from, last, until }) => sql`
        WITH e AS MATERIALIZED (
          SELECT e.id, e.type, e.asset, e.points, e.movements, e.fulfillment_id, e.reverses_entry_id,
            e.created_at < ${from} AS is_before
          FROM wallet_entries e
          WHERE e.member_id > ${after} AND e.member_id <= ${last} AND e.created_at < ${until}
        ), moved AS (
          SELECT e.asset, e.is_before AS "isBefore", sum(e.points) AS points,
            CASE WHEN e.reverses_entry_id IS NOT NULL THEN 'refunded' ELSE
              CASE e.type ${sql.literal(movementText)} END
            END AS movement
          FROM e GROUP BY e.asset, e.is_before, movement
        ), lot AS (
          SELECT e.asset, m."lotId" AS id, sum(m.points) AS points
          FROM e CROSS JOIN LATERAL jsonb_to_recordset(e.movements) AS m ("lotId" text, points integer)
          GROUP BY e.asset, m."lotId" HAVING sum(m.points) <> 0
        ), open AS (
          SELECT lot.asset, to_char(l.expires_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
            (l.expires_at <= ${at}) IS TRUE AS "isOver", sum(lot.points) AS points
          FROM lot LEFT JOIN LATERAL (SELECT w.expires_at FROM wallet_lots w WHERE w.id = lot.id LIMIT 1) l ON true
          GROUP BY lot.asset, month, "isOver"
        ), charge AS (
          SELECT e.asset, -e.points AS points, e.is_before, ended.status, final.ended_at,
            final.ended_at >= ${from} AND final.ended_at < ${until} AS is_within
          FROM e
          LEFT JOIN LATERAL (SELECT r.created_at FROM wallet_entries r WHERE r.reverses_entry_id = e.id LIMIT 1) back
            ON true
          LEFT JOIN LATERAL (
            SELECT a.after->>'status' AS status, a.created_at FROM audit_log a
            WHERE back.created_at IS NULL AND a.subject = 'fulfillment:' || e.fulfillment_id
              AND a.after->>'status' IN ${sql.in(endedStatuses)}
            ORDER BY a.id LIMIT 1
          ) ended ON true
          CROSS JOIN LATERAL (SELECT coalesce(back.created_at, ended.created_at) AS ended_at) final
          WHERE e.type = 'SPEND'
        ), held AS (
          SELECT c.asset,
            coalesce(sum(c.points) FILTER (WHERE c.is_before AND (c.ended_at < ${from}) IS NOT TRUE), 0) AS opening,
            coalesce(sum(c.points) FILTER (WHERE c.is_within AND c.status = 'fulfilled'), 0) AS redeemed,
            coalesce(sum(c.points) FILTER (WHERE c.is_within AND c.status <> 'fulfilled'), 0) AS lapsed,
            coalesce(sum(c.points) FILTER (WHERE (c.ended_at < ${until}) IS NOT TRUE), 0) AS closing
          FROM charge c
          GROUP BY c.asset
        )
        SELECT
          (SELECT coalesce(json_agg(moved), '[]') FROM moved) AS moved,
          (SELECT coalesce(json_agg(open), '[]') FROM open) AS open,
          (SELECT coalesce(json_agg(held), '[]') FROM held) AS held`
    })

    return {
      snapshot: readOnlySnapshot(sql),
      count: Effect.map(Effect.orDie(selectCount(undefined)), ({ entries }) => entries),
      sums: (period) =>
        Stream.paginate(0, (after) =>
          Effect.gen(function* () {
            const { entries, last } = yield* Effect.orDie(selectPortion(after))
            if (last === null) return [[], Option.none()] as const
            const sums = yield* Effect.orDie(selectSums({ ...period, after, last }))
            return [[{ ...sums, entries }], Option.some(last)] as const
          })
        )
    }
  }
)
