import { DateTime } from "effect"
import { tierXid } from "../../src/demo/demoPrograms.ts"
import type { ArrivalsQuery } from "../../src/domain/arrivals/Arrivals.ts"
import type { DeskSearch, PendingQuery } from "../../src/domain/fulfillments/DeskFulfillments.ts"
import type { InvitesQuery } from "../../src/domain/invites/GuestInvites.ts"
import type { MembersQuery } from "../../src/domain/members/MemberViews.ts"
import type { ReservationViewsQuery } from "../../src/domain/reservations/ReservationViews.ts"
import { makeArrivalsSql } from "../../src/sql/repositories/ArrivalsSql.ts"
import { makeDeskFulfillmentsSql } from "../../src/sql/repositories/DeskFulfillmentsSql.ts"
import { makeGuestInvitesSql } from "../../src/sql/repositories/GuestInvitesSql.ts"
import { makeInsightRecordsSql } from "../../src/sql/repositories/InsightRecordsSql.ts"
import { makeMemberViewsSql } from "../../src/sql/repositories/MemberViewsSql.ts"
import { makeReservationViewsSql } from "../../src/sql/repositories/ReservationViewsSql.ts"
import { makeVenuesSql } from "../../src/sql/repositories/VenuesSql.ts"
import { breadth, type Breadth, firstWritten } from "./breadth.ts"
import { type Listing, listing, now, ofVenue, page, reach } from "./listing.ts"

const { memberBase, searched } = breadth

/** The external id of the member of row `n`. */
const memberXid = (n: number) => `0${String(memberBase + n).padStart(25, "0")}`

/** The creation time of the 100th newest row. */
const lately = ({ rows }: Breadth) =>
  DateTime.addDuration(DateTime.makeUnsafe(firstWritten), { minutes: 2 * (rows - 100) })

const pending: PendingQuery = { reach, within: reach, now, statuses: undefined, updatedSince: undefined, ...page }

const search: DeskSearch = {
  reach,
  within: reach,
  now,
  q: undefined,
  statuses: undefined,
  offerId: undefined,
  memberExternalId: undefined,
  reservationId: undefined,
  from: undefined,
  to: undefined,
  newestFirst: true,
  ...page
}

const claims = [
  listing(makeDeskFulfillmentsSql, "pending claims", (desk) => desk.listPending(pending)),
  listing(makeDeskFulfillmentsSql, "pending claims of a venue", (desk) =>
    desk.listPending({ ...pending, within: ofVenue })
  ),
  listing(makeDeskFulfillmentsSql, "pending claims, unchanged", (desk) => desk.getPendingMark(pending)),
  listing(makeDeskFulfillmentsSql, "claims", (desk) => desk.search(search)),
  listing(makeDeskFulfillmentsSql, "claims of a venue", (desk) => desk.search({ ...search, within: ofVenue })),
  listing(makeDeskFulfillmentsSql, "claims in a status", (desk) => desk.search({ ...search, statuses: ["fulfilled"] })),
  listing(makeDeskFulfillmentsSql, "claims of an offer", (desk) =>
    desk.search({ ...search, offerId: "bench-breadth-1" })
  ),
  listing(makeDeskFulfillmentsSql, "claims of a member", (desk) =>
    desk.search({ ...search, memberExternalId: memberXid(1) })
  ),
  listing(makeDeskFulfillmentsSql, "claims by a name", (desk) => desk.search({ ...search, q: searched })),
  listing(makeDeskFulfillmentsSql, "claims since", (desk, size) => desk.search({ ...search, from: lately(size) })),
  listing(makeDeskFulfillmentsSql, "autocomplete of claims", (desk) =>
    desk.listOfferNames({ reach, q: "din", limit: 10 })
  )
]

const members: MembersQuery = {
  reach,
  within: reach,
  now,
  q: undefined,
  matchesContacts: true,
  email: undefined,
  tierId: undefined,
  programId: undefined,
  updatedSince: undefined,
  ...page
}

const memberLists = [
  listing(makeMemberViewsSql, "members", (views) => views.list(members)),
  listing(makeMemberViewsSql, "members of a venue", (views) =>
    views.list({ ...members, reach: ofVenue, within: ofVenue })
  ),
  listing(makeMemberViewsSql, "members by a name", (views) => views.list({ ...members, q: searched })),
  listing(makeMemberViewsSql, "members by two letters", (views) => views.list({ ...members, q: "an" })),
  listing(makeMemberViewsSql, "members by one letter", (views) => views.list({ ...members, q: "a" })),
  listing(makeMemberViewsSql, "members by e-mail", (views) => views.list({ ...members, email: "guest77@example.com" })),
  listing(makeMemberViewsSql, "members in a tier", (views) => views.list({ ...members, tierId: tierXid("A", 2) })),
  listing(makeMemberViewsSql, "members changed since", (views, size) =>
    views.list({ ...members, updatedSince: lately(size) })
  )
]

const stays: ReservationViewsQuery = {
  reach,
  now,
  statuses: undefined,
  checkInFrom: undefined,
  checkInTo: undefined,
  memberXid: undefined,
  updatedSince: undefined,
  after: undefined,
  ...page
}

const invites: InvitesQuery = { reach, within: reach, now, statuses: null, search: null, ...page }

const arriving: ArrivalsQuery = {
  reach,
  now,
  from: undefined,
  to: undefined,
  statuses: ["open", "acknowledged"],
  acknowledged: undefined,
  ...page
}

/** Lists, searches and feeds of desks. */
export const deskListings: ReadonlyArray<Listing> = [
  ...claims,
  ...memberLists,
  listing(makeReservationViewsSql, "reservations", (views) => views.list(stays)),
  listing(makeReservationViewsSql, "reservations of a venue", (views) => views.list({ ...stays, reach: ofVenue })),
  listing(makeReservationViewsSql, "reservations in a status", (views) =>
    views.list({ ...stays, statuses: ["cancelled"] })
  ),
  listing(makeReservationViewsSql, "reservations from a day", (views) =>
    views.list({ ...stays, checkInFrom: DateTime.formatIsoDateUtc(now) })
  ),
  listing(makeReservationViewsSql, "reservations changed since", (views, size) =>
    views.list({ ...stays, updatedSince: lately(size) })
  ),
  listing(makeReservationViewsSql, "reservations of a member", (views) =>
    views.listOfMember({ reach, now, memberXid: memberXid(1), statuses: undefined, ...page })
  ),
  listing(makeArrivalsSql, "arrivals", (arrivals) => arrivals.list({ ...arriving, reach })),
  listing(makeArrivalsSql, "arrivals of a venue", (arrivals) => arrivals.list({ ...arriving, reach: ofVenue })),
  listing(makeInsightRecordsSql, "guest intelligence of a member", (records) =>
    records.list({ reach, memberId: memberBase + 1 })
  ),
  listing(makeInsightRecordsSql, "statistics of guest intelligence", (records) => records.getStats(reach)),
  listing(makeGuestInvitesSql, "invites", (views) => views.list(invites)),
  listing(makeGuestInvitesSql, "invites of a venue", (views) => views.list({ ...invites, reach: ofVenue })),
  listing(makeGuestInvitesSql, "invites in a status", (views) => views.list({ ...invites, statuses: ["revoked"] })),
  listing(makeGuestInvitesSql, "invites by a text", (views) => views.list({ ...invites, search: searched })),
  listing(makeVenuesSql, "venues", (venues) => venues.list(reach))
]
