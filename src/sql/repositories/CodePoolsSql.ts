import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import type { CodePoolChange, CodePoolLocator, CodePools, CodePoolsQuery } from "../../domain/codePools/CodePools.ts"
import { Offer } from "../../domain/offers/Offer.ts"
import { OfferCodePool } from "../../domain/offers/OfferCode.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { NullableTimestamp, Timestamp } from "../statements/columns.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { queryOne } from "../statements/queryOne.ts"
import { rowsSql } from "../statements/rowsSql.ts"
import { codeCounts } from "../fragments/codeCounts.ts"
import { withinOrganizations } from "../fragments/withinReach.ts"

const PoolRow = Schema.Struct({
  ...OfferCodePool.fields,
  lowStockSince: NullableTimestamp,
  expiresAt: NullableTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp
})

const Counts = Schema.Struct({
  available: Schema.Int,
  assigned: Schema.Int,
  redeemed: Schema.Int,
  void: Schema.Int
})

const RecordRow = Schema.Struct({ ...PoolRow.fields, ...Counts.fields, offerXid: Schema.String })

const recordOf = (row: typeof RecordRow.Type) => {
  const { assigned, available, offerXid, redeemed, void: voided, ...pool } = row
  return { pool, offerXid, counts: { available, assigned, redeemed, void: voided } }
}

const WatchedRow = Schema.Struct({
  ...PoolRow.fields,
  organizationXid: Schema.String,
  offerXid: Offer.fields.xid,
  offerName: Offer.fields.name,
  propertyId: Schema.NullOr(Schema.String)
})

const Query = Schema.Struct({
  reach: Reach,
  offerId: Schema.UndefinedOr(Schema.String),
  statuses: Schema.UndefinedOr(Schema.Array(OfferCodePool.fields.status)),
  limit: Schema.Int,
  offset: Schema.Int
})

const Locator = Schema.Struct({ reach: Reach, poolId: Schema.String })

const columns = `
  p.id, p.xid, p.organization_id AS "organizationId", p.offer_id AS "offerId", p.name, p.status,
  p.low_stock_threshold AS "lowStockThreshold", p.low_stock_since AS "lowStockSince", p.expires_at AS "expiresAt",
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`

/** Code pools in this database. */
export const makeCodePoolsSql: Effect.Effect<CodePools["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = rowsSql(sql, "offerCodePools")
    const offers = rowsSql(sql, "offers")

    const within = (reach: typeof Reach.Encoded) => withinOrganizations(sql, reach, "p.organization_id")

    const matching = ({ offerId, reach, statuses }: typeof Query.Encoded) => {
      const clauses = [within(reach)]
      if (offerId !== undefined) {
        clauses.push(sql`p.offer_id = (
          SELECT o.id FROM offers o WHERE o.organization_id = p.organization_id AND o.xid = ${offerId}
        )`)
      }
      if (statuses !== undefined) clauses.push(sql`p.status = ANY(${statuses}::text[])`)
      return sql.and(clauses)
    }

    const records = sql.literal(`
      SELECT ${columns}, o.xid AS "offerXid", counts.* FROM page p
      JOIN offers o ON o.organization_id = p.organization_id AND o.id = p.offer_id
      CROSS JOIN LATERAL (SELECT ${codeCounts("n")} FROM offer_code_counts n WHERE n.pool_id = p.id) counts`)

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Total,
      Item: RecordRow,
      whole: (query) => sql`SELECT count(*)::integer AS total FROM offer_code_pools p WHERE ${matching(query)}`,
      page: (query) => sql`
        WITH page AS (
          SELECT p.* FROM offer_code_pools p WHERE ${matching(query)}
          ORDER BY p.id LIMIT ${query.limit} OFFSET ${query.offset}
        )
        ${records} ORDER BY p.id`
    })

    const selectOne = SqlSchema.findOneOption({
      Request: Locator,
      Result: RecordRow,
      execute: ({ poolId, reach }) => sql`
        WITH page AS (SELECT p.* FROM offer_code_pools p WHERE p.xid = ${poolId} AND ${within(reach)}) ${records}`
    })

    const lock = SqlSchema.findOneOption({
      Request: Locator,
      Result: PoolRow,
      execute: ({ poolId, reach }) => sql`
        SELECT ${sql.literal(columns)} FROM offer_code_pools p
        WHERE p.xid = ${poolId} AND ${within(reach)} FOR NO KEY UPDATE`
    })

    /** Compacts the counts under the pool's lock; rows added meanwhile are left for the next compaction. */
    const sumUp = queryOne({
      result: Counts,
      execute: (poolId: OfferCodePool["id"]) => sql`
        WITH gone AS (
          DELETE FROM offer_code_counts n WHERE n.pool_id = ${poolId} RETURNING n.status, n.codes
        ), summed AS (
          INSERT INTO offer_code_counts (pool_id, status, codes)
          SELECT ${poolId}, gone.status, sum(gone.codes) FROM gone GROUP BY gone.status HAVING sum(gone.codes) <> 0
        )
        SELECT ${sql.literal(codeCounts("gone"))} FROM gone`
    })

    const selectUntallied = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Schema.Struct({ poolId: OfferCodePool.fields.id }),
      execute: () => sql`
        SELECT n.pool_id AS "poolId" FROM offer_code_counts n
        GROUP BY n.pool_id HAVING count(*) > count(DISTINCT n.status) ORDER BY n.pool_id`
    })

    const lockWatched = SqlSchema.findOneOption({
      Request: OfferCodePool.fields.id,
      Result: WatchedRow,
      execute: (poolId) => sql`
        SELECT ${sql.literal(columns)}, a.xid AS "organizationXid", o.xid AS "offerXid", o.name AS "offerName",
          v.document_id AS "propertyId"
        FROM offer_code_pools p
        JOIN organizations a ON a.id = p.organization_id
        JOIN offers o ON o.organization_id = p.organization_id AND o.id = p.offer_id
        LEFT JOIN properties v ON v.organization_id = o.organization_id AND v.id = o.property_id
        WHERE p.id = ${poolId} FOR NO KEY UPDATE OF p`
    })

    return {
      list: Effect.fnUntraced(function* (query: CodePoolsQuery) {
        const page = yield* selectList(query)
        return { ...page, items: page.items.map(recordOf) }
      }),
      get: (locator: CodePoolLocator) =>
        Effect.map(Effect.flatMap(Effect.orDie(selectOne(locator)), orMissing), recordOf),
      getForUpdate: (locator: CodePoolLocator) => Effect.flatMap(Effect.orDie(lock(locator)), orMissing),
      findOffer: (organizationId, offerId) =>
        Effect.map(offers.list({ organizationId, xid: Offer.fields.xid.make(offerId) }, { by: ["id"] }), ([offer]) =>
          Option.fromUndefinedOr(offer)
        ),
      insert: (row) => Effect.orDie(rows.insertNumbered(row)),
      update: ({ id, organizationId }, change: CodePoolChange) => rows.change({ id, organizationId }, change),
      tally: (poolId) => Effect.orDie(sumUp(poolId)),
      listUntallied: Effect.map(Effect.orDie(selectUntallied()), (pools) => pools.map(({ poolId }) => poolId)),
      findWatchedForUpdate: Effect.fnUntraced(function* (poolId: OfferCodePool["id"]) {
        const row = yield* Effect.orDie(lockWatched(poolId))
        return Option.map(row, ({ offerName, offerXid, organizationXid, propertyId, ...pool }) => ({
          pool,
          organizationXid,
          offer: { xid: offerXid, name: offerName },
          propertyId
        }))
      })
    }
  }
)
