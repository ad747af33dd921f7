import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type GuestInvites, InviteRecord } from "../domain/invites/GuestInvites.ts"
import { MemberId } from "../domain/members/Member.ts"
import { Timestamp } from "./columns.ts"

const Row = Schema.Struct({ ...InviteRecord.fields, expiresAt: Timestamp })

/** Guest invites in this database. */
export const makeGuestInvitesSql: Effect.Effect<GuestInvites["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const selectByToken = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Row,
      execute: (tokenHash) => sql`
        SELECT
          i.id, i.status, i.token_hash AS "tokenHash", i.expires_at AS "expiresAt", i.member_id AS "memberId",
          o.name AS "organizationName",
          CASE WHEN p.id IS NOT NULL
            THEN json_build_object('id', p.id, 'xid', p.xid, 'status', p.status)
          END AS program
        FROM guest_invites i
        JOIN organizations o ON o.id = i.organization_id
        LEFT JOIN programs p ON p.organization_id = i.organization_id AND p.id = i.program_id
        WHERE i.token_hash = ${tokenHash}`
    })

    const updateAccepted = SqlSchema.findAll({
      Request: Schema.Struct({ tokenHash: Schema.String, memberId: MemberId, now: Timestamp }),
      Result: Schema.Struct({ id: Schema.Int }),
      execute: ({ memberId, now, tokenHash }) => sql`
        UPDATE guest_invites i
        SET status = 'accepted', accepted_at = ${now}, member_id = ${memberId}, updated_at = ${now}
        WHERE i.token_hash = ${tokenHash} AND i.status = 'sent' AND i.expires_at > ${now}
        RETURNING i.id`
    })

    return {
      findByToken: (tokenHash) => Effect.orDie(selectByToken(tokenHash)),
      updateAccepted: (of) => Effect.orDie(Effect.map(updateAccepted(of), (rows) => rows.length > 0))
    }
  }
)
