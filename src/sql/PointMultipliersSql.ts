import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../domain/access/Reach.ts"
import type { PointMultipliers } from "../domain/multipliers/PointMultipliers.ts"
import { PointMultiplierView } from "../domain/multipliers/PointMultiplierView.ts"
import { orMissing } from "../domain/shared/orMissing.ts"
import { NullableTimestamp } from "./columns.ts"
import { listOf } from "./listOf.ts"
import { withinOrganizations } from "./withinReach.ts"

const Row = Schema.Struct({
  ...PointMultiplierView.fields,
  startsAt: NullableTimestamp,
  endsAt: NullableTimestamp
})

const Query = Schema.Struct({
  reach: Reach,
  day: Schema.String,
  isActiveOnly: Schema.Boolean,
  limit: Schema.Int,
  offset: Schema.Int
})

const Locator = Schema.Struct({ reach: Reach, multiplierId: Schema.String, day: Schema.String })

/** Point multipliers in this database. */
export const makePointMultipliersSql: Effect.Effect<PointMultipliers["Service"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const campaignVisible = (reach: typeof Reach.Encoded) =>
      sql.and([
        withinOrganizations(sql, reach, "m.organization_id"),
        reach.venueIds === "all"
          ? sql`true`
          : sql`(m.property_id IS NULL OR m.property_id = ANY(${reach.venueIds}::integer[]))`
      ])

    /** Tiers `t` of programs `g`, then campaigns `m`, in one shape; the first three columns are the order. */
    const rows = (reach: typeof Reach.Encoded, day: string, tier = sql`true`, campaign = sql`true`) => sql`
      SELECT 1 AS place, g.xid AS first, t.level AS second, t.xid AS "multiplierId", t.name, 'tier' AS kind,
        t.multiplier::float8 AS multiplier, t.xid AS "tierId", NULL::text AS "propertyId",
        NULL::timestamptz AS "startsAt", NULL::timestamptz AS "endsAt", g.status <> 'draft' AS active,
        NULL::text AS stacking
      FROM tiers t JOIN programs g ON g.organization_id = t.organization_id AND g.id = t.program_id
      WHERE ${withinOrganizations(sql, reach, "t.organization_id")} AND ${tier}
      UNION ALL
      SELECT 2, to_char(m.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') COLLATE "C", 0, m.xid, m.name,
        'campaign', m.multiplier::float8, NULL, v.document_id, m.starts_at, m.ends_at,
        ${day}::date BETWEEN (m.starts_at AT TIME ZONE 'UTC')::date AND (m.ends_at AT TIME ZONE 'UTC')::date, m.stacking
      FROM point_multipliers m
      LEFT JOIN properties v ON v.organization_id = m.organization_id AND v.id = m.property_id
      WHERE ${campaignVisible(reach)} AND ${campaign}`

    const matching = ({ day, isActiveOnly, reach }: typeof Query.Encoded) => sql`
      SELECT r.* FROM (${rows(reach, day)}) r WHERE ${isActiveOnly ? sql`r.active` : sql`true`}`

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Schema.Struct({ total: Schema.Int }),
      Item: Row,
      hit: matching,
      whole: () => sql`SELECT count(*)::integer AS total FROM hit`,
      page: ({ limit, offset }) => sql`
        SELECT * FROM hit ORDER BY place, first, second, "multiplierId" LIMIT ${limit} OFFSET ${offset}`
    })

    const selectOne = SqlSchema.findOneOption({
      Request: Locator,
      Result: Row,
      execute: ({ day, multiplierId, reach }) =>
        rows(reach, day, sql`t.xid = ${multiplierId}`, sql`m.xid = ${multiplierId}`)
    })

    return {
      list: selectList,
      get: (locator) => Effect.flatMap(Effect.orDie(selectOne(locator)), orMissing)
    }
  })
