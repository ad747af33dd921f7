import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Member } from "../../domain/members/Member.ts"
import type { MemberFeed } from "../../domain/members/MemberFeed.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { ProgramId } from "../../domain/programs/Program.ts"

const { fields } = Member

const Row = Schema.Struct({
  id: fields.id,
  xid: fields.xid,
  identitySubject: fields.identitySubject,
  firstName: fields.firstName,
  lastName: fields.lastName,
  email: fields.email,
  phone: fields.phone,
  country: fields.country,
  language: fields.language,
  status: fields.status,
  isOfOrganization: Schema.Boolean,
  programIds: Schema.Array(ProgramId)
})

/** Members referenced by imports, in this database. */
export const makeMemberFeedSql: Effect.Effect<MemberFeed["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const selectKnown = SqlSchema.findAll({
      Request: Schema.Struct({
        organizationId: OrganizationId,
        memberIds: Schema.Array(Schema.String),
        subjects: Schema.Array(Schema.String)
      }),
      Result: Row,
      execute: ({ memberIds, organizationId, subjects }) => sql`
        SELECT m.id, m.xid, m.identity_subject AS "identitySubject", m.first_name AS "firstName",
          m.last_name AS "lastName", m.email, m.phone, m.country, m.language, m.status,
          (
            EXISTS (SELECT FROM enrolments e WHERE e.member_id = m.id AND e.organization_id = ${organizationId})
            OR EXISTS (SELECT FROM reservations r WHERE r.member_id = m.id AND r.organization_id = ${organizationId})
          ) AS "isOfOrganization",
          ARRAY(
            SELECT e.program_id FROM enrolments e
            WHERE e.member_id = m.id AND e.organization_id = ${organizationId} AND e.status = 'active'
            ORDER BY e.program_id
          ) AS "programIds"
        FROM members m
        WHERE m.xid = ANY(${memberIds}::text[]) OR m.identity_subject = ANY(${subjects}::text[])`
    })

    return { list: (of) => Effect.orDie(selectKnown(of)) }
  }
)
