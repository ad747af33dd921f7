import { DateTime } from "effect"
import { MemberId } from "../../src/domain/members/Member.ts"
import type { StayViewsQuery } from "../../src/domain/reservations/StayViews.ts"
import type { FulfillmentsQuery } from "../../src/domain/fulfillments/Fulfillments.ts"
import { makeFavoritesSql } from "../../src/sql/repositories/FavoritesSql.ts"
import { makeFulfillmentsSql } from "../../src/sql/repositories/FulfillmentsSql.ts"
import { makeNotificationsSql } from "../../src/sql/repositories/NotificationsSql.ts"
import { makeOfferViewsSql } from "../../src/sql/repositories/OfferViewsSql.ts"
import { makePerkViewsSql } from "../../src/sql/repositories/PerkViewsSql.ts"
import { makeStayViewsSql } from "../../src/sql/repositories/StayViewsSql.ts"
import { makeWalletViewsSql } from "../../src/sql/repositories/WalletViewsSql.ts"
import { breadth } from "./breadth.ts"
import { type Listing, listing, now, organizationId, page, venueId } from "./listing.ts"

const memberId = MemberId.make(breadth.member)

const claims: FulfillmentsQuery = { memberId, now, statuses: undefined, propertyId: undefined, ...page }

const offers = {
  memberId,
  now,
  venue: undefined,
  circle: undefined,
  categoryId: undefined,
  redemptionType: undefined,
  ...page
}

const stays: StayViewsQuery = {
  memberId,
  from: undefined,
  to: undefined,
  status: undefined,
  sortBy: "id",
  now,
  ...page
}

const wallet = { memberId, now, from: undefined, to: undefined, type: undefined, ...page }

const notifications = { memberId, order: "desc", isRead: undefined, isWallet: undefined, now, ...page } as const

/** Listings of members' personal data. */
export const personalListings: ReadonlyArray<Listing> = [
  listing(makeWalletViewsSql, "wallet", (views) =>
    views.getWithEntries({ memberId, now, until: DateTime.add(now, { days: 90 }), ...page })
  ),
  listing(makeWalletViewsSql, "wallet entries", (views) => views.listEntries(wallet)),
  listing(makeWalletViewsSql, "wallet activity", (views) => views.listActivity({ ...wallet, pendingEarns: new Map() })),
  listing(makeWalletViewsSql, "wallet activity of a type", (views) =>
    views.listActivity({ ...wallet, type: "adjustment", pendingEarns: new Map() })
  ),
  listing(makeFulfillmentsSql, "claims", (views) => views.list(claims)),
  listing(makeFulfillmentsSql, "claims in a status", (views) => views.list({ ...claims, statuses: ["fulfilled"] })),
  listing(makeOfferViewsSql, "offers", (views) => views.list(offers)),
  listing(makeOfferViewsSql, "offers at a venue", (views) =>
    views.list({ ...offers, venue: { id: venueId, organizationId } })
  ),
  listing(makePerkViewsSql, "perks of a group", (views) =>
    views.list({
      memberId,
      now,
      scopes: ["global", "property"],
      venueId: undefined,
      groupId: breadth.base + 1,
      redemptionType: undefined
    })
  ),
  listing(makeStayViewsSql, "stays", (views) => views.list(stays)),
  listing(makeStayViewsSql, "stays by check-in", (views) => views.list({ ...stays, sortBy: "checkInDate" })),
  listing(makeNotificationsSql, "notifications", (views) => views.list(notifications)),
  listing(makeNotificationsSql, "unread notifications", (views) =>
    views.list({ ...notifications, isRead: false, limit: 10 })
  ),
  listing(makeNotificationsSql, "count of unread notifications", (views) => views.getUnreadCount({ memberId, now })),
  listing(makeFavoritesSql, "favorites", (views) => views.list({ memberId, ...page }))
]
