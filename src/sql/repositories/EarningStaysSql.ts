import { DateTime, Effect, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { MemberId } from "../../domain/members/Member.ts"
import { Program, Tier } from "../../domain/programs/Program.ts"
import { ReservationXid } from "../../domain/reservations/Reservation.ts"
import type { EarningPeriod, EarningStays } from "../../domain/simulation/EarningStays.ts"
import { currentTier } from "../fragments/currentTier.ts"
import { cursorStream } from "../statements/cursorStream.ts"
import { readOnlySnapshot } from "../statements/readOnlySnapshot.ts"
import { stayFacts, StayFactsColumn } from "../fragments/stayFacts.ts"

const ProgramRow = Schema.Struct(Struct.pick(Program.fields, ["id", "xid", "organizationId", "name"]))

const StayRow = Schema.Struct({
  externalId: ReservationXid,
  memberId: MemberId,
  facts: StayFactsColumn,
  corrected: Schema.Int,
  tier: Schema.NullOr(Schema.Struct(Struct.pick(Tier.fields, ["name", "level"])))
})

/** Stays in this database, for simulations of earning rules. */
export const makeEarningStaysSql: Effect.Effect<EarningStays["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const selectProgram = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: ProgramRow,
      execute: (xid) => sql`
        SELECT p.id, p.xid, p.organization_id AS "organizationId", p.name FROM programs p WHERE p.xid = ${xid}`
    })

    const recent = ({ days, now, organizationId }: EarningPeriod) => sql`
      FROM reservations r
      JOIN properties v ON v.organization_id = r.organization_id AND v.id = r.property_id
      CROSS JOIN LATERAL (SELECT (${DateTime.toDateUtc(now)}::timestamptz AT TIME ZONE v.timezone)::date AS date) today
      WHERE r.organization_id = ${organizationId} AND r.member_id IS NOT NULL AND r.spend_minor IS NOT NULL
        AND r.check_out < today.date AND r.check_out >= today.date - ${days}::integer
        AND NOT r.given_up AND (
          r.finalized_at IS NOT NULL
          OR r.status NOT IN ('inquiry', 'cancelled') AND r.pms_status IS DISTINCT FROM 'no_show'
        )`

    const selectCount = (period: EarningPeriod) =>
      SqlSchema.findOne({
        Request: Schema.Void,
        Result: Schema.Struct({ stays: Schema.Int }),
        execute: () => sql`SELECT count(*)::integer AS stays ${recent(period)}`
      })(undefined)

    const selectStays = (period: EarningPeriod, programId: Program["id"]) => {
      const now = DateTime.toDateUtc(period.now)
      return sql`
        SELECT r.external_id AS "externalId", r.member_id AS "memberId",
          ${stayFacts(sql, now, { includesInputs: "true" })} AS facts,
          (
            SELECT coalesce(sum(c.points), 0)::integer FROM wallet_entries c
            WHERE c.reservation_id = r.id AND c.correction_id IS NOT NULL
          ) AS corrected,
          (
            SELECT json_build_object('name', tier.name, 'level', tier.level)
            FROM enrolments e CROSS JOIN LATERAL (${currentTier(sql, now)}) tier
            WHERE e.program_id = ${programId} AND e.member_id = r.member_id AND e.status = 'active'
          ) AS tier
        ${recent(period)}
        ORDER BY r.check_out, r.id`
    }

    return {
      snapshot: readOnlySnapshot(sql),
      findProgram: (xid) => Effect.orDie(selectProgram(xid)),
      count: (period) => Effect.map(Effect.orDie(selectCount(period)), ({ stays }) => stays),
      stays: ({ programId, ...period }) =>
        cursorStream(sql, { name: "earning_stays", row: StayRow, query: selectStays(period, programId) })
    }
  }
)
