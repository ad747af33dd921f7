import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { EarningRules, ProgramStatus } from "../../domain/programs/Program.ts"
import { ParticipatingVenue, ProgramView } from "../../domain/programs/ProgramView.ts"
import type { ProgramLocator, ProgramViews } from "../../domain/programs/ProgramViews.ts"
import { TierView } from "../../domain/programs/TierView.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { Timestamp } from "../statements/columns.ts"
import { containsText } from "../fragments/containsText.ts"
import { currentTier } from "../fragments/currentTier.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { withinOrganizations, withinReach } from "../fragments/withinReach.ts"

const Row = Schema.Struct({ ...ProgramView.fields, createdAt: Timestamp, updatedAt: Timestamp })

const Query = Schema.Struct({
  reach: Reach,
  statuses: Schema.UndefinedOr(Schema.Array(ProgramStatus)),
  q: Schema.UndefinedOr(Schema.String),
  limit: Schema.Int,
  offset: Schema.Int
})

const Locator = Schema.Struct({ reach: Reach, programId: Schema.String })

/** Programs as partners see them, in this database. */
export const makeProgramViewsSql: Effect.Effect<ProgramViews["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    /** Programs belong to a whole organization, so venue reach does not hide them. */
    const visible = (reach: typeof Reach.Encoded) => withinOrganizations(sql, reach, "p.organization_id")

    const columns = (reach: typeof Reach.Encoded) => sql`
      p.xid AS "programId", p.name, p.description, p.status, p.currency_name AS "currencyName",
      p.points_expiry_months AS "pointsExpiryMonths", 'spend' AS "earnBasis",
      (
        SELECT count(*)::integer FROM program_venues pv
        WHERE pv.organization_id = p.organization_id AND pv.program_id = p.id
          AND ${withinReach(sql, reach, "pv.organization_id", "pv.property_id")}
      ) AS "venueCount",
      (
        SELECT count(*)::integer FROM tiers ti WHERE ti.organization_id = p.organization_id AND ti.program_id = p.id
      ) AS "tierCount",
      p.version, p.created_at AS "createdAt", p.updated_at AS "updatedAt"`

    const matching = ({ q, reach, statuses }: typeof Query.Encoded) => {
      const clauses = [visible(reach)]
      if (statuses !== undefined) clauses.push(sql`p.status = ANY(${statuses}::text[])`)
      if (q !== undefined) clauses.push(containsText(sql, "p.name", q))
      return sql.and(clauses)
    }

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Total,
      Item: Row,
      whole: (query) => sql`SELECT count(*)::integer AS total FROM programs p WHERE ${matching(query)}`,
      // Venues and tiers are counted only for the rows of the page.
      page: (query) => sql`
        SELECT ${columns(query.reach)}
        FROM (
          SELECT p.organization_id, p.id FROM programs p WHERE ${matching(query)}
          ORDER BY p.name COLLATE "C", p.xid LIMIT ${query.limit} OFFSET ${query.offset}
        ) page
        JOIN programs p ON p.organization_id = page.organization_id AND p.id = page.id
        ORDER BY p.name COLLATE "C", p.xid`
    })

    const selectOne = SqlSchema.findOneOption({
      Request: Locator,
      Result: Row,
      execute: ({ programId, reach }) =>
        sql`SELECT ${columns(reach)} FROM programs p WHERE p.xid = ${programId} AND ${visible(reach)}`
    })

    /**
     * Members whose tier period has ended hold another tier until the job has stored it; they are few and counted
     * separately.
     */
    const selectTiers = SqlSchema.findAll({
      Request: Schema.Struct({ ...Locator.fields, now: Timestamp }),
      Result: Schema.Struct({ ...TierView.fields, updatedAt: Timestamp }),
      execute: ({ now, programId, reach }) => sql`
        WITH lapsed AS MATERIALIZED (
          SELECT e.tier_id AS stored, held.id AS held
          FROM programs p
          JOIN enrolments e ON e.organization_id = p.organization_id AND e.program_id = p.id
          CROSS JOIN LATERAL (${currentTier(sql, now)}) held
          WHERE p.xid = ${programId} AND ${visible(reach)} AND e.status = 'active'
            AND e.tier_expires_at <= ${now}::timestamptz
        )
        SELECT t.xid AS "tierId", t.name, t.level, t.qualifying_points AS "qualifyingPoints",
          t.qualifying_nights AS "qualifyingNights", t.multiplier::float8 AS multiplier,
          t.validity_months AS "validityMonths", t.color, t.updated_at AS "updatedAt",
          (
            SELECT coalesce(sum(c.members), 0) FROM enrolment_counts c
            WHERE c.organization_id = t.organization_id AND c.tier_id = t.id
          )::integer + (
            SELECT count(*) FILTER (WHERE l.held = t.id) - count(*) FILTER (WHERE l.stored = t.id) FROM lapsed l
          )::integer AS "memberCount"
        FROM programs p
        JOIN tiers t ON t.organization_id = p.organization_id AND t.program_id = p.id
        WHERE p.xid = ${programId} AND ${visible(reach)}
        ORDER BY t.level`
    })

    const selectVenues = SqlSchema.findAll({
      Request: Locator,
      Result: Schema.Struct({ ...ParticipatingVenue.fields, joinedAt: Timestamp }),
      execute: ({ programId, reach }) => sql`
        SELECT v.document_id AS id, v.name, pv.joined_at AS "joinedAt"
        FROM programs p
        JOIN program_venues pv ON pv.organization_id = p.organization_id AND pv.program_id = p.id
        JOIN properties v ON v.organization_id = pv.organization_id AND v.id = pv.property_id
        WHERE p.xid = ${programId} AND ${visible(reach)}
          AND ${withinReach(sql, reach, "pv.organization_id", "pv.property_id")}
        ORDER BY v.name COLLATE "C", v.document_id`
    })

    const selectRules = SqlSchema.findOneOption({
      Request: Schema.Struct({ ...Locator.fields, day: CalendarDate }),
      Result: Schema.Struct({
        version: Schema.Int,
        effectiveFrom: CalendarDate,
        rules: Schema.toCodecJson(EarningRules.fields.rules)
      }),
      execute: ({ day, programId, reach }) => sql`
        SELECT er.version, er.effective_from::text AS "effectiveFrom", er.rules
        FROM programs p
        JOIN earning_rules er ON er.organization_id = p.organization_id AND er.program_id = p.id
        WHERE p.xid = ${programId} AND ${visible(reach)} AND er.effective_from <= ${day}::date
        ORDER BY er.version DESC LIMIT 1`
    })

    return {
      list: selectList,
      get: (locator: ProgramLocator) => Effect.flatMap(Effect.orDie(selectOne(locator)), orMissing),
      listTiers: (query) => Effect.orDie(selectTiers(query)),
      listVenues: (locator) => Effect.orDie(selectVenues(locator)),
      findRules: (query) => Effect.orDie(selectRules(query))
    }
  }
)
