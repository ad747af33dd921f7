import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import type { PointMultipliers } from "../../domain/multipliers/PointMultipliers.ts"
import { PointMultiplierView } from "../../domain/multipliers/PointMultiplierView.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { campaignHolds } from "../fragments/campaignHolds.ts"
import { NullableTimestamp } from "../statements/columns.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { withinOrganizations, withinPlaces } from "../fragments/withinReach.ts"

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
      withinPlaces(sql, reach, "m.organization_id", "m.property_id")

    /** Tiers `t` of programs `g` and campaigns `m` in one row type; the first three columns are the sort key. */
    const tierColumns = sql.literal(`
      1 AS place, g.xid AS first, t.level AS second, t.xid AS "multiplierId", t.name, 'tier' AS kind,
      t.multiplier::float8 AS multiplier, t.xid AS "tierId", NULL::text AS "propertyId",
      NULL::timestamptz AS "startsAt", NULL::timestamptz AS "endsAt", g.status <> 'draft' AS active,
      NULL::text AS stacking`)

    const campaignColumns = (day: string) => sql`
      2, to_char(m.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') COLLATE "C", 0, m.xid, m.name, 'campaign',
      m.multiplier::float8, NULL, (
        SELECT v.document_id FROM properties v WHERE v.organization_id = m.organization_id AND v.id = m.property_id
      ), m.starts_at, m.ends_at, ${campaignHolds(sql, sql`${day}::date`, "m")}, m.stacking`

    const tiers = (reach: typeof Reach.Encoded, condition: Statement.Fragment) => sql`
      FROM tiers t JOIN programs g ON g.organization_id = t.organization_id AND g.id = t.program_id
      WHERE ${withinOrganizations(sql, reach, "t.organization_id")} AND ${condition}`

    const campaigns = (reach: typeof Reach.Encoded, condition: Statement.Fragment) => sql`
      FROM point_multipliers m WHERE ${campaignVisible(reach)} AND ${condition}`

    const matching = ({ day, isActiveOnly, reach }: typeof Query.Encoded) => ({
      ofTiers: tiers(reach, isActiveOnly ? sql`g.status <> 'draft'` : sql`true`),
      ofCampaigns: campaigns(reach, isActiveOnly ? campaignHolds(sql, sql`${day}::date`, "m") : sql`true`)
    })

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Total,
      Item: Row,
      whole: (query) => {
        const { ofCampaigns, ofTiers } = matching(query)
        return sql`
          SELECT (SELECT count(*) ${ofTiers})::integer + (SELECT count(*) ${ofCampaigns})::integer AS total`
      },
      // Each kind is read in index order, up to the end of the page.
      page: (query) => {
        const { day, limit, offset } = query
        const { ofCampaigns, ofTiers } = matching(query)
        return sql`
          SELECT * FROM (
            (SELECT ${tierColumns} ${ofTiers} ORDER BY g.xid, t.level, t.xid LIMIT ${limit + offset})
            UNION ALL
            (SELECT ${campaignColumns(day)} ${ofCampaigns} ORDER BY m.starts_at, m.xid LIMIT ${limit + offset})
          ) r
          ORDER BY place, first, second, "multiplierId" LIMIT ${limit} OFFSET ${offset}`
      }
    })

    const selectOne = SqlSchema.findOneOption({
      Request: Locator,
      Result: Row,
      execute: ({ day, multiplierId, reach }) => sql`
        SELECT ${tierColumns} ${tiers(reach, sql`t.xid = ${multiplierId}`)}
        UNION ALL
        SELECT ${campaignColumns(day)} ${campaigns(reach, sql`m.xid = ${multiplierId}`)}`
    })

    return {
      list: selectList,
      get: (locator) => Effect.flatMap(Effect.orDie(selectOne(locator)), orMissing)
    }
  })
