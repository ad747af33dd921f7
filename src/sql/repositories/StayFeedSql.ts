import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { MemberId } from "../../domain/members/Member.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { Reservation } from "../../domain/reservations/Reservation.ts"
import type { StayFeed } from "../../domain/reservations/StayFeed.ts"

const { fields } = Reservation

const StayRow = Schema.Struct({
  externalId: fields.externalId,
  propertyId: fields.propertyId,
  memberId: fields.memberId,
  status: fields.status,
  pmsStatus: fields.pmsStatus,
  confirmationCode: fields.confirmationCode,
  checkIn: fields.checkIn,
  checkOut: fields.checkOut,
  guestCount: fields.guestCount,
  bookingChannel: fields.bookingChannel,
  guestLastName: fields.guestLastName,
  guestEmail: fields.guestEmail,
  spendMinor: fields.spendMinor,
  currency: fields.currency
})

const OfOrganization = Schema.Struct({ organizationId: OrganizationId, ids: Schema.Array(Schema.String) })

/** Rows that imported stays refer to, in this database. */
export const makeStayFeedSql: Effect.Effect<StayFeed["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const selectStays = SqlSchema.findAll({
    Request: OfOrganization,
    Result: StayRow,
    execute: ({ ids, organizationId }) => sql`
        SELECT r.external_id AS "externalId", r.property_id AS "propertyId", r.member_id AS "memberId", r.status,
          r.pms_status AS "pmsStatus", r.confirmation_code AS "confirmationCode", r.check_in::text AS "checkIn",
          r.check_out::text AS "checkOut", r.guest_count AS "guestCount", r.booking_channel AS "bookingChannel",
          r.guest_last_name AS "guestLastName", r.guest_email AS "guestEmail", r.spend_minor AS "spendMinor", r.currency
        FROM reservations r WHERE r.organization_id = ${organizationId} AND r.external_id = ANY(${ids}::text[])`
  })

  const selectVenues = SqlSchema.findAll({
    Request: OfOrganization,
    Result: Schema.Struct({ id: VenueId, documentId: Schema.String }),
    execute: ({ ids, organizationId }) => sql`
        SELECT p.id, p.document_id AS "documentId" FROM properties p
        WHERE p.organization_id = ${organizationId} AND p.document_id = ANY(${ids}::text[])`
  })

  const selectMembers = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ id: MemberId, xid: Schema.String }),
    execute: (ids) => sql`
        SELECT open.id, named.xid FROM members named
        JOIN members open ON open.id = coalesce(named.merged_into, named.id) AND open.status <> 'closed'
        WHERE named.xid = ANY(${ids}::text[])`
  })

  return {
    listReferences: Effect.fnUntraced(function* ({ memberIds, organizationId, propertyIds, reservationIds }) {
      const [stays, venues, members] = yield* Effect.all(
        [
          selectStays({ organizationId, ids: reservationIds }),
          selectVenues({ organizationId, ids: propertyIds }),
          selectMembers(memberIds)
        ],
        { concurrency: "unbounded" }
      )
      return {
        stays: new Map(stays.map((stay) => [stay.externalId, stay])),
        venues: new Map(venues.map(({ documentId, id }) => [documentId, id])),
        members: new Map(members.map(({ id, xid }) => [xid, id]))
      }
    }, Effect.orDie)
  }
})
