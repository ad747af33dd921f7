import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ReservationStatus } from "../../domain/reservations/Reservation.ts"
import { ReservationView } from "../../domain/reservations/ReservationView.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { QueryIds } from "../surface/QueryIds.ts"
import { QueryInstant } from "../surface/QueryInstant.ts"
import { QueryList } from "../surface/QueryList.ts"
import { read } from "./verbs.ts"
import { WrittenMemberXid } from "../../domain/members/Member.ts"

const { items, limit, offset } = offsetPage(ReservationView)

const ReservationWalkPage = Schema.Struct({
  items,
  nextCursor: Schema.NullOr(Schema.String).annotateKey({
    description: "Pass it as `cursor`, with the same filters, for the next page; null on the last one"
  }),
  limit,
  offset: offset.annotateKey({ description: "Items skipped; 0 with a cursor" })
}).annotate({ identifier: "ReservationWalkPage" })

const ReservationPage = Schema.Struct(offsetPage(ReservationView)).annotate({ identifier: "ReservationPage" })

const paging = offsetQuery(25)

const status = Schema.optionalKey(QueryList(ReservationStatus)).pipe(
  Schema.annotateEncoded({ description: "Only these states; all of them without it" })
)

const ReservationsQuery = Schema.Struct({
  cursor: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(4096))).annotateKey({
    description: [
      "`nextCursor` of the page before; `offset` is ignored with it. One that is malformed, or of another organization or",
      "with other filters, is ignored: the answer is the first page"
    ].join(" ")
  }),
  limit: paging.limit,
  offset: paging.offset.pipe(
    Schema.annotateEncoded({
      description: "Items to skip; for long walks follow `nextCursor`, which is as fast on every page"
    })
  ),
  propertyIds: Schema.optionalKey(QueryIds).pipe(
    Schema.annotateEncoded({ description: "Only these venues, each of which must be within reach" })
  ),
  status,
  checkInFrom: Schema.optionalKey(CalendarDate).annotateKey({ description: "Check-in on or after this date" }),
  checkInTo: Schema.optionalKey(CalendarDate).annotateKey({ description: "Check-in on or before this date" }),
  memberExternalId: Schema.optionalKey(WrittenMemberXid).pipe(
    Schema.annotateEncoded({ description: "Only stays of this member; none match one who is not known here" })
  ),
  updatedSince: Schema.optionalKey(QueryInstant).pipe(
    Schema.annotateEncoded({
      description: [
        "Changed at this moment or later; a date means its midnight. Changes become visible up to seconds after their",
        "`updatedAt`: let polls overlap"
      ].join(" ")
    })
  )
}).check(
  Schema.makeFilter(({ checkInFrom, checkInTo }) =>
    checkInFrom !== undefined && checkInTo !== undefined && checkInFrom > checkInTo
      ? { path: ["checkInFrom"], issue: "must not be after `checkInTo`" }
      : undefined
  )
)

/** More than any hotel system's number has; what is longer names no reservation. */
const longest = 1000

const params = {
  reservationId: Schema.String.check(
    Schema.isPattern(new RegExp(`^[^\\0]{1,${longest}}$`, "u"), {
      expected: `1 to ${longest} characters without NUL`
    })
  ).pipe(
    Schema.annotateEncoded({
      description: "External id of the stay, percent-encoded where it has characters that a path has not"
    })
  )
}

/** Stays of the organization's venues (PAR-049 to PAR-059); nothing writes them here (PAR-106). */
export class ReservationsGroup extends HttpApiGroup.make("reservations")
  .add(
    read.get("listReservationsOfMember", "/members/:externalId/reservations", {
      scopes: ["partner:guests:read", "partner:reservations:read"],
      params: {
        externalId: WrittenMemberXid.pipe(Schema.annotateEncoded({ description: "External id of the member, a ULID" }))
      },
      query: Schema.Struct({ ...paging, status }),
      success: ReservationPage,
      summary: "List the stays of a member",
      description: [
        "By check-in date, then id; those without a date last. Venues out of reach are left out. 404 for a member without",
        "a stay, claim or invite within reach; one who is in a program of the organization is known to credentials that",
        "reach all venues."
      ].join(" ")
    }),
    read.get("listVenueReservations", "/reservations", {
      scopes: ["partner:reservations:read"],
      query: ReservationsQuery,
      success: ReservationWalkPage,
      summary: "List reservations",
      description: [
        "Ordered by check-in date, then `reservationId` in binary order; stays without a date are last. Follow",
        "`nextCursor` until it is null: a reservation that keeps its place is returned once, whatever changes meanwhile;",
        "one whose check-in date changes during the walk can be returned twice or not at all. There is no total."
      ].join(" ")
    }),
    read.get("getReservation", "/reservations/:reservationId", {
      scopes: ["partner:reservations:read"],
      params,
      success: ReservationView,
      summary: "Get a reservation",
      description: [
        "By its `reservationId`, or by the UUID that insight records name it by. Ids are unique within an organization:",
        "global staff that name none get the reservation of the oldest organization that has the id."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Reservations", description: "Stays of the organization's venues" })) {}
