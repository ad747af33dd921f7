import { type DateTime, Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { EnrolmentKey, Enrolments } from "../../domain/members/Enrolments.ts"
import { Enrolment, MemberId } from "../../domain/members/Member.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { ProgramId, Tier } from "../../domain/programs/Program.ts"
import { dateOf, jsonOf, nullableDateOf, NullableTimestamp, Timestamp } from "../statements/columns.ts"
import { pipelined } from "../statements/pipelined.ts"

const Row = Schema.Struct({
  ...Enrolment.fields,
  tierExpiresAt: NullableTimestamp,
  enrolledAt: Timestamp
})

const StandingRow = Schema.Struct({
  ...Row.fields,
  programName: Schema.String,
  tiers: Schema.toCodecJson(Schema.Array(Tier))
})

const Key = Schema.Struct({ programId: ProgramId, memberId: MemberId })

/** Enrolments of members in this database. */
export const makeEnrolmentsSql: Effect.Effect<Enrolments["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = sql.literal(`
      e.organization_id AS "organizationId", e.program_id AS "programId", e.member_id AS "memberId",
      e.tier_id AS "tierId", e.tier_expires_at AS "tierExpiresAt", e.qualifying_points AS "qualifyingPoints",
      e.qualifying_nights AS "qualifyingNights", e.status, e.enrolled_at AS "enrolledAt"`)

    /** A shared lock, so that members can enrol concurrently while a change of the program waits for them. */
    const lockActive = SqlSchema.findOneOption({
      Request: ProgramId,
      Result: Schema.Struct({ id: ProgramId }),
      execute: (programId) => sql`
        SELECT p.id FROM programs p WHERE p.id = ${programId} AND p.status = 'active' FOR SHARE`
    })

    const insertLowest = pipelined(
      sql,
      ({ memberId, now, programId }: EnrolmentKey & { readonly now: DateTime.Utc }) => sql`
        INSERT INTO enrolments (
          organization_id, program_id, member_id, tier_id, qualifying_points, qualifying_nights, status, enrolled_at
        )
        SELECT ti.organization_id, ti.program_id, ${memberId}, ti.id, 0, 0, 'active', ${dateOf(now)}::timestamptz
        FROM tiers ti WHERE ti.program_id = ${programId} ORDER BY ti.level LIMIT 1
        ON CONFLICT (program_id, member_id) DO UPDATE
        SET tier_id = excluded.tier_id, tier_expires_at = NULL, qualifying_points = 0, qualifying_nights = 0,
          status = 'active', enrolled_at = excluded.enrolled_at
        WHERE enrolments.status = 'ended'`
    )

    /**
     * Before the enrolment, like an edit of tiers: no tier is removed before the member has it. On its own, because a
     * statement that waits would still see the tiers from before.
     */
    const lockProgram = pipelined(
      sql,
      ({ memberId, programId }: EnrolmentKey) => sql`
        SELECT FROM enrolments e JOIN programs p ON p.id = e.program_id
        WHERE e.program_id = ${programId} AND e.member_id = ${memberId} FOR SHARE OF p`
    )

    const lock = SqlSchema.findOneOption({
      Request: Key,
      Result: StandingRow,
      execute: ({ memberId, programId }) => sql`
        SELECT ${columns}, p.name AS "programName",
          (
            SELECT json_agg(json_build_object(
              'id', t.id, 'xid', t.xid, 'organizationId', t.organization_id, 'programId', t.program_id,
              'name', t.name, 'level', t.level, 'qualifyingPoints', t.qualifying_points,
              'qualifyingNights', t.qualifying_nights, 'multiplier', t.multiplier::text,
              'validityMonths', t.validity_months, 'color', t.color, 'updatedAt', t.updated_at
            ) ORDER BY t.level)
            FROM tiers t WHERE t.program_id = e.program_id
          ) AS tiers
        FROM enrolments e
        JOIN programs p ON p.id = e.program_id
        WHERE e.program_id = ${programId} AND e.member_id = ${memberId} AND e.status = 'active'
        FOR UPDATE OF e`
    })

    const updateRow = pipelined(
      sql,
      ({ memberId, programId, qualifyingNights, qualifyingPoints, status, tierExpiresAt, tierId }: Enrolment) => sql`
        UPDATE enrolments
        SET tier_id = ${tierId}, tier_expires_at = ${nullableDateOf(tierExpiresAt)}, qualifying_points = ${qualifyingPoints},
          qualifying_nights = ${qualifyingNights}, status = ${status}
        WHERE program_id = ${programId} AND member_id = ${memberId}`
    )

    const selectByMember = SqlSchema.findAll({
      Request: Schema.Int,
      Result: Key,
      execute: (memberId) => sql`
        SELECT e.program_id AS "programId", e.member_id AS "memberId" FROM enrolments e
        WHERE e.member_id = ${memberId} AND e.status = 'active' ORDER BY e.program_id`
    })

    const selectEnded = SqlSchema.findAll({
      Request: Schema.Struct({ now: Timestamp, limit: Schema.Int }),
      Result: Key,
      execute: ({ limit, now }) => sql`
        SELECT e.program_id AS "programId", e.member_id AS "memberId" FROM enrolments e
        WHERE e.status = 'active' AND e.tier_expires_at <= ${now}
        ORDER BY e.tier_expires_at, e.program_id, e.member_id LIMIT ${limit}`
    })

    const lockEnded = SqlSchema.findAll({
      Request: Schema.Struct({
        organizationId: OrganizationId,
        programId: ProgramId,
        now: Timestamp,
        after: Schema.UndefinedOr(MemberId),
        limit: Schema.Int
      }),
      Result: Row,
      execute: ({ after, limit, now, organizationId, programId }) => sql`
        SELECT ${columns} FROM enrolments e
        WHERE e.organization_id = ${organizationId} AND e.program_id = ${programId} AND e.member_id > ${after ?? 0}
          AND e.status = 'active' AND e.tier_expires_at <= ${now}
        ORDER BY e.member_id LIMIT ${limit} FOR UPDATE`
    })

    const updatePeriods = pipelined(
      sql,
      ({ enrolments, organizationId, programId }: Parameters<Enrolments["Service"]["updatePeriods"]>[0]) => sql`
        UPDATE enrolments e
        SET tier_id = n."tierId", tier_expires_at = n."tierExpiresAt", qualifying_points = n."qualifyingPoints",
          qualifying_nights = n."qualifyingNights"
        FROM jsonb_to_recordset(${jsonOf(enrolments)}::text::jsonb) AS n (
          "memberId" integer, "tierId" integer, "tierExpiresAt" timestamptz, "qualifyingPoints" integer,
          "qualifyingNights" integer
        )
        WHERE e.organization_id = ${organizationId} AND e.program_id = ${programId} AND e.member_id = n."memberId"`
    )

    return {
      insert: Effect.fnUntraced(function* (of) {
        if (Option.isNone(yield* lockActive(of.programId))) return false
        yield* insertLowest(of)
        return true
      }, Effect.orDie),
      insertMerged: (command) => Effect.orDie(insertLowest(command)),
      findForUpdate: (key: EnrolmentKey) =>
        Effect.map(
          Effect.orDie(Effect.andThen(lockProgram(key), lock(key))),
          Option.map(({ programName, tiers, ...enrolment }) => ({ enrolment, programName, tiers }))
        ),
      update: (enrolment) => Effect.orDie(updateRow(enrolment)),
      listByMember: (memberId) => Effect.orDie(selectByMember(memberId)),
      listEnded: (query) => Effect.orDie(selectEnded(query)),
      listEndedForUpdate: (query) => Effect.orDie(lockEnded(query)),
      updatePeriods: (of) => Effect.orDie(updatePeriods(of))
    }
  }
)
