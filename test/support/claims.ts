import { DateTime } from "effect"
import { offerId } from "../../src/demo/demoOffers.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { type OfferName, offerPlan } from "../../src/demo/offerPlan.ts"
import { venues } from "../../src/demo/venues.ts"
import { type Fulfillment, FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import type { FulfillmentJournal } from "../../src/domain/fulfillments/Fulfillments.ts"
import type { FulfillmentStatus } from "../../src/domain/fulfillments/FulfillmentStatus.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"

/** The id of the `n`th claim of a test. */
export const claimId = (n: number) => FulfillmentId.make(`11111111-0000-7000-8000-${String(n).padStart(12, "0")}`)

const at = (status: FulfillmentStatus, of: FulfillmentStatus, time: DateTime.Utc) => (status === of ? time : null)

/** A claim of M1 at V1, an hour old, that the database accepts in any status. */
export const claimRow = (n: number, now: DateTime.Utc, change: Partial<Fulfillment> = {}): Fulfillment => {
  const { status = "claimed" } = change
  const isCoded = status === "claimed" || status === "approved"
  return {
    id: claimId(n),
    organizationId: OrganizationId.make(1),
    propertyId: venues.V1.id,
    memberId: memberIds.M1,
    offerId: offerId("spa"),
    reservationId: null,
    status,
    redemptionType: "direct",
    pointsCharged: 100,
    checkInDate: null,
    note: null,
    verificationCodeHash: null,
    verificationCodeEnc: null,
    codeValid: isCoded,
    codesShownAt: isCoded ? now : null,
    modification: at(status, "modified", now) === null ? null : { note: "Later in the day" },
    rejectReason: status === "rejected" ? "The house is full" : null,
    claimedAt: DateTime.subtract(now, { hours: 1 }),
    approvedAt: at(status, "approved", now),
    fulfilledAt: at(status, "fulfilled", now),
    rejectedAt: at(status, "rejected", now),
    cancelledAt: at(status, "cancelled", now),
    expiredAt: at(status, "expired", now),
    remindedAt: null,
    expiresAt: DateTime.add(now, { days: 10 }),
    updatedAt: now,
    version: 1,
    ...change
  }
}

/** Like `claimRow`, for an offer of the demo data at its own venue. */
export const claimOf = (n: number, now: DateTime.Utc, offer: OfferName, change: Partial<Fulfillment> = {}) =>
  claimRow(n, now, { offerId: offerId(offer), redemptionType: offerPlan[offer].type, ...change })

/** The minimal journal of a claim. */
export const journal = (row: Fulfillment, change: Partial<FulfillmentJournal> = {}): FulfillmentJournal => ({
  audit: {
    organizationId: row.organizationId,
    actor: { kind: "member", id: "M1" },
    action: "claimed",
    subject: `fulfillment:${row.id}`,
    before: null,
    after: { status: row.status },
    requestId: "it-1",
    createdAt: row.claimedAt
  },
  notification: null,
  notice: null,
  redemption: null,
  ...change
})
