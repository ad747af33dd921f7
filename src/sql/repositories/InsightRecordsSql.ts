import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { InsightRecord } from "../../domain/insight/InsightRecord.ts"
import { type InsightRecords, maxRecordsOfMember } from "../../domain/insight/InsightRecords.ts"
import { InsightStats } from "../../domain/insight/InsightStats.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { NullableTimestamp, Timestamp } from "../statements/columns.ts"
import { withinOrganizations, withinReach } from "../fragments/withinReach.ts"

const Row = Schema.Struct({ ...InsightRecord.fields, enrichedAt: NullableTimestamp, updatedAt: Timestamp })

const StatsRow = Schema.Struct({ ...InsightStats.fields, lastRunAt: NullableTimestamp, nextRunAt: NullableTimestamp })

/** Guest intelligence in this database. */
export const makeInsightRecordsSql: Effect.Effect<InsightRecords["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = sql.literal(`
      g.hashed_pms_guest_id AS "hashedPmsGuestId", g.member_id AS "memberId", g.social,
      g.match_confidence::float8 AS "matchConfidence", g.matched_by AS "matchedBy",
      r.external_id AS "reservationId", p.document_id AS "propertyId", g.enriched_at AS "enrichedAt",
      g.updated_at AS "updatedAt"`)

    const venue = sql.literal(
      "LEFT JOIN properties p ON p.organization_id = g.organization_id AND p.id = g.property_id"
    )

    /** Records `g` with their stay only if it is within reach. */
    const joined = (reach: typeof Reach.Encoded) => sql`
      guest_intelligence g
      LEFT JOIN reservations r ON r.organization_id = g.organization_id AND r.id = g.reservation_id
        AND ${withinReach(sql, reach, "r.organization_id", "r.property_id")}
      ${venue}`

    const bestFirst = sql.literal("ORDER BY g.match_confidence DESC, g.id")

    const selectByHash = SqlSchema.findOneOption({
      Request: Schema.Struct({ reach: Reach, hashedPmsGuestId: Schema.String }),
      Result: Row,
      execute: ({ hashedPmsGuestId, reach }) => sql`
        SELECT ${columns} FROM ${joined(reach)}
        WHERE g.hashed_pms_guest_id = ${hashedPmsGuestId}
          AND ${withinReach(sql, reach, "g.organization_id", "g.property_id")}
        LIMIT 1`
    })

    // Stays are unique only within an organization, so each organization's stay is looked up by index.
    const selectByReservation = SqlSchema.findOneOption({
      Request: Schema.Struct({ reach: Reach, reservationId: Schema.String }),
      Result: Row,
      execute: ({ reach, reservationId }) => sql`
        SELECT ${columns}
        FROM organizations o
        CROSS JOIN LATERAL (
          SELECT s.organization_id, s.property_id, s.id, s.external_id FROM reservations s
          WHERE s.organization_id = o.id
            AND s.external_id = ANY(${[reservationId, reservationId.toUpperCase()]}::text[])
          UNION
          SELECT s.organization_id, s.property_id, s.id, s.external_id FROM reservations s
          WHERE s.organization_id = o.id AND s.uuid = ${reservationId}::uuid
        ) r
        JOIN guest_intelligence g ON g.organization_id = r.organization_id AND g.reservation_id = r.id
        ${venue}
        WHERE ${withinReach(sql, reach, "o.id", "g.property_id")}
          AND ${withinReach(sql, reach, "r.organization_id", "r.property_id")}
        ${bestFirst} LIMIT 1`
    })

    const selectByMember = SqlSchema.findAll({
      Request: Schema.Struct({ reach: Reach, memberId: Schema.Int }),
      Result: Row,
      execute: ({ memberId, reach }) => sql`
        SELECT ${columns} FROM ${joined(reach)}
        WHERE g.member_id = ${memberId} AND ${withinReach(sql, reach, "g.organization_id", "g.property_id")}
        ${bestFirst} LIMIT ${maxRecordsOfMember}`
    })

    /** The number of records that satisfy a condition, from the counts `c`. */
    const records = (condition = "true") =>
      sql.literal(`coalesce(sum(c.records) FILTER (WHERE ${condition}), 0)::bigint`)

    const selectStats = SqlSchema.findOne({
      Request: Reach,
      Result: StatsRow,
      execute: (reach) => {
        const runs = sql`
          FROM insight_runs u
          WHERE ${withinOrganizations(sql, reach, "u.organization_id")}
            AND u.finished_at IS NOT NULL
          ORDER BY u.finished_at DESC, u.id DESC LIMIT 1`
        return sql`
          SELECT
            ${records()} AS "guestsTotal", ${records("c.band <> ''")} AS "guestsMatched",
            ${records("c.status = 'enriched'")} AS "guestsEnriched",
            ${records("c.status = 'pending'")} AS "guestsPending", ${records("c.status = 'failed'")} AS "guestsFailed",
            round(sum(c.confidence) / nullif(${records("c.band <> ''")}, 0), 4)::float8 AS "averageMatchConfidence",
            json_build_object(
              'low', ${records("c.band = 'low'")}, 'medium', ${records("c.band = 'medium'")},
              'high', ${records("c.band = 'high'")}
            ) AS "confidenceBands",
            (SELECT u.finished_at ${runs}) AS "lastRunAt", (SELECT u.next_run_at ${runs}) AS "nextRunAt"
          FROM insight_counts c
          WHERE ${withinReach(sql, reach, "c.organization_id", "c.property_id")}`
      }
    })

    return {
      get: (query) => Effect.flatMap(Effect.orDie(selectByHash(query)), orMissing),
      getByReservation: (query) => Effect.flatMap(Effect.orDie(selectByReservation(query)), orMissing),
      list: (query) => Effect.orDie(selectByMember(query)),
      getStats: (reach) => Effect.orDie(selectStats(reach))
    }
  }
)
