import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ReservationStatus } from "../../domain/reservations/Reservation.ts"
import { ReservationView } from "../../domain/reservations/ReservationView.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { notAfter } from "../surface/schemas/notAfter.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { QueryInstant } from "../surface/schemas/QueryInstant.ts"
import { QueryList } from "../surface/schemas/QueryList.ts"
import { propertyIds } from "./parameters.ts"
import { read } from "./verbs.ts"
import { RequestedMemberXid } from "../../domain/members/Member.ts"

const { items, limit, offset } = offsetPage(ReservationView)

const ReservationWalkPage = Schema.Struct({
  items,
  nextCursor: Schema.NullOr(Schema.String).annotateKey({
    description: "Pass it as `cursor` with the same filters to get the next page; null on the last page"
  }),
  limit,
  offset: offset.annotateKey({ description: "Number of items skipped; 0 with a cursor" })
}).annotate({ identifier: "ReservationWalkPage" })

const ReservationPage = Schema.Struct(offsetPage(ReservationView)).annotate({ identifier: "ReservationPage" })

const paging = offsetQuery(25)

const status = Schema.optionalKey(QueryList(ReservationStatus)).pipe(
  Schema.annotateEncoded({ description: "Only stays in these statuses; all by default" })
)

const ReservationsQuery = Schema.Struct({
  cursor: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(4096))).annotateKey({
    description: [
      "`nextCursor` of the previous page; `offset` is then ignored. A cursor that is malformed, or belongs to another",
      "organization or other filters, is ignored and the first page is returned."
    ].join(" ")
  }),
  limit: paging.limit,
  offset: paging.offset.pipe(
    Schema.annotateEncoded({
      description:
        "Number of items to skip. To read many pages, follow `nextCursor` instead: it is equally fast on every page."
    })
  ),
  propertyIds,
  status,
  checkInFrom: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Only stays with check-in on or after this date"
  }),
  checkInTo: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Only stays with check-in on or before this date"
  }),
  memberExternalId: Schema.optionalKey(RequestedMemberXid).pipe(
    Schema.annotateEncoded({ description: "Only stays of this member; an unknown member matches nothing" })
  ),
  updatedSince: Schema.optionalKey(QueryInstant).pipe(
    Schema.annotateEncoded({
      description: [
        "Only stays changed at or after this time; a date means midnight UTC. Changes can become visible a few seconds",
        "after their `updatedAt`, so let polls overlap."
      ].join(" ")
    })
  )
}).check(notAfter("checkInFrom", "checkInTo"))

/** Longer than any reservation id of a PMS. */
const maxIdLength = 1000

const params = {
  reservationId: Schema.String.check(
    Schema.isPattern(new RegExp(`^[^\\0]{1,${maxIdLength}}$`, "u"), {
      expected: `1 to ${maxIdLength} characters without NUL`
    })
  ).pipe(
    Schema.annotateEncoded({
      description: "External id of the stay, percent-encoded where necessary"
    })
  )
}

/** Stays at the organization's venues (PAR-049 to PAR-059); read-only (PAR-106). */
export class ReservationsGroup extends HttpApiGroup.make("reservations")
  .add(
    read.get("listReservationsOfMember", "/members/:externalId/reservations", {
      scopes: ["partner:guests:read", "partner:reservations:read"],
      params: {
        externalId: RequestedMemberXid.pipe(
          Schema.annotateEncoded({ description: "External id of the member, a ULID" })
        )
      },
      query: Schema.Struct({ ...paging, status }),
      success: ReservationPage,
      summary: "List the stays of a member",
      description: [
        "Ordered by check-in date, then id; stays without a date are last. Stays at venues outside your reach are",
        "omitted. 404 if the member has no stay, claim or invite within reach; credentials that reach all venues also",
        "see members of the organization's programs."
      ].join(" ")
    }),
    read.get("listVenueReservations", "/reservations", {
      scopes: ["partner:reservations:read"],
      query: ReservationsQuery,
      success: ReservationWalkPage,
      summary: "List reservations",
      description: [
        "Ordered by check-in date, then `reservationId` in binary order; stays without a date are last. Follow",
        "`nextCursor` until it is null. A reservation whose check-in date changes while you page can be returned twice",
        "or not at all; every other reservation is returned exactly once. There is no total."
      ].join(" ")
    }),
    read.get("getReservation", "/reservations/:reservationId", {
      scopes: ["partner:reservations:read"],
      params,
      success: ReservationView,
      summary: "Get a reservation",
      description: [
        "Looks up a reservation by its `reservationId`, or by the UUID used in insight records. Ids are unique within",
        "an organization; global staff who do not select one get the reservation of the oldest organization with that",
        "id."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Reservations", description: "Stays at the organization's venues" })) {}
