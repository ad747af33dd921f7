import { DateTime } from "effect"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { makeDeskFulfillmentsSql } from "../../src/sql/repositories/DeskFulfillmentsSql.ts"
import { makeMemberViewsSql } from "../../src/sql/repositories/MemberViewsSql.ts"
import { makeReservationViewsSql } from "../../src/sql/repositories/ReservationViewsSql.ts"
import { integer, integers, statementOf, text, time } from "./statementOf.ts"

const now = DateTime.makeUnsafe("2026-01-02T03:04:05.006Z")

/** All venues of one organization. */
const reach: Reach = { organizationIds: [OrganizationId.make(7001)], venueIds: "all" }

const page = { reach, now, limit: 7301, offset: 7302 }

const paged = { organizationId: integer(7001), now: time(now), limit: integer(7301), offset: integer(7302) }

/** A LIKE pattern for a part of a name. */
const part = text("%part%")

/** The statements of the measured desk operations, from the service's own repositories. */
export const deskStatements = {
  pending: statementOf(
    "pending",
    makeDeskFulfillmentsSql,
    (fulfillments) =>
      fulfillments.listPending({ ...page, within: page.reach, statuses: undefined, updatedSince: undefined }),
    paged
  ),
  search: statementOf(
    "search",
    makeDeskFulfillmentsSql,
    (fulfillments) =>
      fulfillments.search({
        ...page,
        within: page.reach,
        q: "part",
        statuses: undefined,
        offerId: undefined,
        memberExternalId: undefined,
        reservationId: undefined,
        from: undefined,
        to: undefined,
        newestFirst: true
      }),
    { ...paged, part }
  ),
  members: statementOf(
    "members",
    makeMemberViewsSql,
    (members) =>
      members.list({
        ...page,
        within: reach,
        q: "part",
        matchesContacts: true,
        email: undefined,
        tierId: undefined,
        programId: undefined,
        updatedSince: undefined
      }),
    { ...paged, part, organizationIds: integers([7001]) }
  ),
  stays: statementOf(
    "stays",
    makeReservationViewsSql,
    (reservations) =>
      reservations.list({
        ...page,
        statuses: undefined,
        checkInFrom: undefined,
        checkInTo: undefined,
        memberXid: undefined,
        updatedSince: undefined,
        after: undefined
      }),
    paged
  )
}
