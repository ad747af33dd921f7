import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Member } from "../../domain/members/Member.ts"
import { MemberMissing } from "../../domain/members/MemberErrors.ts"
import { MemberProfile } from "../../domain/members/MemberProfile.ts"
import type { MemberProfiles } from "../../domain/members/MemberProfiles.ts"
import { omitNull } from "../../domain/shared/omitNull.ts"
import { currentTier } from "../fragments/currentTier.ts"
import { Timestamp } from "../statements/columns.ts"

const { country, language, phone } = Member.fields

const ProfileRow = MemberProfile.mapFields(({ tier: _, ...fields }) => ({
  ...fields,
  phone,
  country,
  language,
  memberSince: Timestamp
}))

/** Profiles of members in this database. */
export const makeMemberProfilesSql: Effect.Effect<MemberProfiles["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const selectProfile = SqlSchema.findOneOption({
      Request: Schema.Struct({ id: Schema.Int, now: Timestamp }),
      Result: ProfileRow,
      execute: ({ id, now }) => sql`
      SELECT
        m.xid AS "externalId", m.first_name AS "firstName", m.last_name AS "lastName", m.email, m.phone, m.country,
        m.language, m.preferences, m.created_at AS "memberSince",
        coalesce(
          (
            SELECT json_agg(
              json_build_object(
                'programId', p.xid, 'programName', p.name, 'id', t.xid, 'name', t.name, 'level', t.level,
                'multiplier', t.multiplier, 'qualifyingPoints', t.qualifying_points, 'nextTier', (
                  SELECT json_build_object(
                    'name', n.name, 'level', n.level,
                    'pointsNeeded', greatest(n.qualifying_points - t.qualifying_points, 0)
                  )
                  FROM tiers n
                  WHERE n.program_id = e.program_id AND n.level > t.level
                  ORDER BY n.level LIMIT 1
                )
              )
              ORDER BY t.level DESC, p.xid
            )
            FROM enrolments e
            JOIN programs p ON p.organization_id = e.organization_id AND p.id = e.program_id
            CROSS JOIN LATERAL (${currentTier(sql, now)}) t
            WHERE e.member_id = m.id AND e.status = 'active'
          ),
          '[]'
        ) AS tiers
      FROM members m
      WHERE m.id = ${id}`
    })

    return {
      get: Effect.fnUntraced(function* (id, now) {
        const row = yield* Effect.orDie(selectProfile({ id, now }))
        if (Option.isNone(row)) return yield* new MemberMissing()
        const { country, language, phone, ...profile } = row.value
        return { ...profile, tier: profile.tiers[0] ?? null, ...omitNull({ phone, country, language }) }
      })
    }
  }
)
