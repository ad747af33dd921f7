import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { GuestInvite, InviteStatus } from "../../domain/invites/GuestInvite.ts"
import {
  type GuestInvites,
  InviteAddressee,
  type InviteLocator,
  InviteRecord
} from "../../domain/invites/GuestInvites.ts"
import { GuestInviteView } from "../../domain/invites/GuestInviteView.ts"
import { MemberId } from "../../domain/members/Member.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { ProgramId } from "../../domain/programs/Program.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { ReservationId } from "../../domain/reservations/Reservation.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { NullableTimestamp, Timestamp } from "../statements/columns.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { inviteStatusAt, InviteSearch, makeInviteSearch } from "../fragments/inviteSearch.ts"
import { rowsSql } from "../statements/rowsSql.ts"
import { withinReach } from "../fragments/withinReach.ts"

const RecordRow = Schema.Struct({ ...InviteRecord.fields, expiresAt: Timestamp })

const LockedRow = Schema.Struct({
  ...GuestInvite.fields,
  stayVenueId: Schema.NullOr(VenueId),
  lastSentAt: NullableTimestamp,
  expiresAt: Timestamp,
  acceptedAt: NullableTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp
})

const View = Schema.Struct({
  ...GuestInviteView.fields,
  lastSentAt: NullableTimestamp,
  expiresAt: Timestamp,
  acceptedAt: NullableTimestamp,
  createdAt: Timestamp
})

const Identity = { id: Schema.Int, organizationId: OrganizationId }

/** Guest invites in this database. */
export const makeGuestInvitesSql: Effect.Effect<GuestInvites["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = rowsSql(sql, "guestInvites")

    const columns = sql.literal(`
      i.id AS "inviteId", p.document_id AS "propertyId", i.email, i.phone, i.first_name AS "firstName",
      i.last_name AS "lastName", i.sent_count AS "sentCount", i.last_sent_at AS "lastSentAt",
      i.expires_at AS "expiresAt", i.accepted_at AS "acceptedAt", m.xid AS "memberExternalId",
      r.external_id AS "reservationId", pr.xid AS "programId", i.created_at AS "createdAt"`)

    /** What an invite refers to; its stay only if that is within reach, because it may have moved to another venue. */
    const joined = (reach: typeof Reach.Encoded) => sql`
      JOIN properties p ON p.organization_id = i.organization_id AND p.id = i.property_id
      LEFT JOIN members m ON m.id = i.member_id
      LEFT JOIN reservations r ON r.organization_id = i.organization_id AND r.id = i.reservation_id
        AND ${withinReach(sql, reach, "r.organization_id", "r.property_id")}
      LEFT JOIN programs pr ON pr.organization_id = i.organization_id AND pr.id = i.program_id`

    const { hit, page, whole } = makeInviteSearch(sql)

    const selectList = listOf(sql, {
      Request: InviteSearch,
      Whole: Total,
      Item: View,
      hit,
      whole,
      page: (query) => sql`
        WITH page AS (${page(query)})
        SELECT ${columns}, ${inviteStatusAt(sql, query.now)} AS status
        FROM page JOIN guest_invites i ON i.organization_id = page.organization_id AND i.id = page.id
        ${joined(query.reach)}
        ORDER BY i.created_at DESC, i.id DESC`
    })

    const selectOne = SqlSchema.findOneOption({
      Request: Schema.Struct({ reach: Reach, id: Schema.Int, now: Timestamp }),
      Result: View,
      execute: ({ id, now, reach }) => sql`
        SELECT ${columns}, ${inviteStatusAt(sql, now)} AS status
        FROM guest_invites i ${joined(reach)}
        WHERE i.id = ${id} AND ${withinReach(sql, reach, "i.organization_id", "i.property_id")}`
    })

    const selectForUpdate = SqlSchema.findOneOption({
      Request: Schema.Struct({ reach: Reach, id: Schema.Int }),
      Result: LockedRow,
      execute: ({ id, reach }) => sql`
        SELECT i.id, i.organization_id AS "organizationId", i.property_id AS "propertyId",
          i.program_id AS "programId", i.reservation_id AS "reservationId", i.email, i.phone,
          i.first_name AS "firstName", i.last_name AS "lastName", i.locale, i.search_text AS "searchText",
          i.status, i.token_hash AS "tokenHash", i.sent_count AS "sentCount", i.last_sent_at AS "lastSentAt",
          i.expires_at AS "expiresAt", i.accepted_at AS "acceptedAt", i.member_id AS "memberId",
          i.created_at AS "createdAt", i.updated_at AS "updatedAt",
          (SELECT r.property_id FROM reservations r
            WHERE r.organization_id = i.organization_id AND r.id = i.reservation_id) AS "stayVenueId"
        FROM guest_invites i
        WHERE i.id = ${id} AND ${withinReach(sql, reach, "i.organization_id", "i.property_id")}
        FOR UPDATE`
    })

    const selectReferences = SqlSchema.findOne({
      Request: Schema.Struct({
        organizationId: OrganizationId,
        propertyId: VenueId,
        reservationId: Schema.NullOr(Schema.String),
        programId: Schema.NullOr(Schema.String)
      }),
      Result: Schema.Struct({ reservationId: Schema.NullOr(ReservationId), programId: Schema.NullOr(ProgramId) }),
      execute: ({ organizationId, programId, propertyId, reservationId }) => sql`
        SELECT
          (SELECT r.id FROM reservations r WHERE r.organization_id = ${organizationId}
            AND r.property_id = ${propertyId} AND r.external_id = ${reservationId}) AS "reservationId",
          (SELECT pr.id FROM programs pr WHERE pr.organization_id = ${organizationId}
            AND pr.xid = ${programId}) AS "programId"`
    })

    const selectAddressee = SqlSchema.findOneOption({
      Request: Schema.Struct(Identity),
      Result: Schema.Struct({ ...InviteAddressee.fields, expiresAt: Timestamp }),
      execute: ({ id, organizationId }) => sql`
        SELECT i.status, i.token_hash AS "tokenHash", i.expires_at AS "expiresAt", i.email, i.phone,
          i.first_name AS "firstName", i.locale, p.name AS "propertyName", p.timezone, o.name AS "organizationName"
        FROM guest_invites i
        JOIN organizations o ON o.id = i.organization_id
        JOIN properties p ON p.organization_id = i.organization_id AND p.id = i.property_id
        WHERE i.organization_id = ${organizationId} AND i.id = ${id} AND o.status = 'active'`
    })

    const updateDelivered = SqlSchema.findAll({
      Request: Schema.Struct({
        ...Identity,
        tokenHash: Schema.String,
        from: Schema.Array(InviteStatus),
        to: Schema.Literals(["sent", "failed"]),
        now: Timestamp
      }),
      Result: Schema.Struct({ id: Schema.Int }),
      execute: ({ from, id, now, organizationId, to, tokenHash }) => sql`
        UPDATE guest_invites i
        SET status = ${to}, updated_at = ${now},
          last_sent_at = CASE WHEN ${to === "sent"} THEN ${now}::timestamptz ELSE i.last_sent_at END
        WHERE i.organization_id = ${organizationId} AND i.id = ${id} AND i.token_hash = ${tokenHash}
          AND i.status = ANY(${from}::text[])
        RETURNING i.id`
    })

    const selectByToken = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: RecordRow,
      execute: (tokenHash) => sql`
        SELECT
          i.id, i.status, i.token_hash AS "tokenHash", i.expires_at AS "expiresAt", i.member_id AS "memberId",
          i.organization_id AS "organizationId", o.name AS "organizationName",
          CASE WHEN p.id IS NOT NULL
            THEN json_build_object('id', p.id, 'xid', p.xid, 'status', p.status)
          END AS program
        FROM guest_invites i
        JOIN organizations o ON o.id = i.organization_id
        LEFT JOIN programs p ON p.organization_id = i.organization_id AND p.id = i.program_id
        WHERE i.token_hash = ${tokenHash} AND o.status = 'active'`
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
      list: selectList,
      get: (locator) => Effect.flatMap(Effect.orDie(selectOne(locator)), orMissing),
      getForUpdate: (locator: InviteLocator) => Effect.flatMap(Effect.orDie(selectForUpdate(locator)), orMissing),
      findReferences: Effect.fnUntraced(function* (of) {
        const { programId, reservationId } = yield* Effect.orDie(selectReferences(of))
        return {
          reservationId: of.reservationId === null ? null : (reservationId ?? undefined),
          programId: of.programId === null ? null : (programId ?? undefined)
        }
      }),
      insert: (invite) => Effect.orDie(rows.insertNumbered(invite)),
      update: ({ id, organizationId }, change) => rows.change({ organizationId, id }, change),
      findAddressee: (query) => Effect.orDie(selectAddressee(query)),
      updateDelivered: (command) => Effect.orDie(Effect.map(updateDelivered(command), (changed) => changed.length > 0)),
      findByToken: (tokenHash) => Effect.orDie(selectByToken(tokenHash)),
      updateAccepted: (command) => Effect.orDie(Effect.map(updateAccepted(command), (changed) => changed.length > 0))
    }
  }
)
