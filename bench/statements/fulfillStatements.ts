import { DateTime } from "effect"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { type Fulfillment, FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { OfferId } from "../../src/domain/offers/Offer.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { VenueId } from "../../src/domain/properties/Property.ts"
import { makeDeskFulfillmentsSql } from "../../src/sql/repositories/DeskFulfillmentsSql.ts"
import { makeFulfillmentCommandsSql } from "../../src/sql/repositories/FulfillmentCommandsSql.ts"
import { makeFulfillmentsSql } from "../../src/sql/repositories/FulfillmentsSql.ts"
import { makeWalletsSql } from "../../src/sql/repositories/WalletsSql.ts"
import { integer, json, statementOf, text, time } from "./statementOf.ts"

const organizationId = OrganizationId.make(7001)
const id = FulfillmentId.make("fulfillment")
const shownAt = DateTime.makeUnsafe("2026-01-02T03:04:05.006Z")
const now = DateTime.makeUnsafe("2026-02-03T04:05:06.007Z")

/** All venues of one organization. */
const reach: Reach = { organizationIds: [organizationId], venueIds: "all" }

/** A fulfilled claim at a venue, without a stay. */
const row: Fulfillment = {
  id,
  organizationId,
  propertyId: VenueId.make(7002),
  memberId: MemberId.make(7003),
  offerId: OfferId.make(7004),
  reservationId: null,
  status: "fulfilled",
  redemptionType: "direct",
  pointsCharged: 7005,
  checkInDate: null,
  note: null,
  verificationCodeHash: "hash",
  verificationCodeEnc: "sealed",
  codeValid: false,
  codesShownAt: shownAt,
  modification: null,
  rejectReason: null,
  claimedAt: shownAt,
  approvedAt: null,
  fulfilledAt: now,
  rejectedAt: null,
  cancelledAt: null,
  expiredAt: null,
  remindedAt: null,
  expiresAt: now,
  updatedAt: now,
  version: 7006
}

const actor = { kind: "key", id: "key" } as const
const deskActor = { ...actor, name: "desk" }

const locatorValues = { organizationId: integer(7001), id: text("fulfillment") }

/** The statements of fulfilling a claim at the desk. */
export const fulfillStatements = {
  lockClaim: statementOf(
    "lockClaim",
    makeFulfillmentCommandsSql,
    (fulfillments) => fulfillments.getForUpdate({ id, reach }),
    locatorValues
  ),
  attempts: statementOf(
    "attempts",
    makeFulfillmentsSql,
    (fulfillments) => fulfillments.getAttempts({ fulfillmentId: id, since: now }),
    { id: text("fulfillment"), since: time(now) }
  ),
  settle: statementOf("settle", makeWalletsSql, (wallets) => wallets.updateSpendCompleted(id), {
    id: text("fulfillment")
  }),
  fulfill: statementOf(
    "fulfill",
    makeFulfillmentCommandsSql,
    (fulfillments) =>
      fulfillments.update({
        row,
        codeStatus: "redeemed",
        journal: {
          audit: {
            organizationId,
            actor,
            action: "fulfilled",
            subject: "subject",
            before: { status: "before" },
            after: { status: "fulfilled" },
            requestId: "request",
            createdAt: now
          },
          notification: {
            memberId: row.memberId,
            type: "system",
            isWallet: false,
            title: "Offer fulfilled",
            message: "message",
            messageParts: { offerName: "parts" },
            metadata: { offerId: "metadata" },
            createdAt: now
          },
          notice: null,
          redemption: {
            id: "redemption",
            fulfillmentId: id,
            organizationId,
            propertyId: row.propertyId,
            action: "fulfill",
            actor: deskActor,
            fromStatus: "approved",
            toStatus: "fulfilled",
            reason: null,
            note: "note",
            createdAt: now
          }
        }
      }),
    {
      ...locatorValues,
      propertyId: integer(7002),
      memberId: integer(7003),
      verificationCodeHash: text("hash"),
      verificationCodeEnc: text("sealed"),
      codesShownAt: time(shownAt),
      now: time(now),
      version: integer(7006),
      actor: json(actor),
      deskActor: json(deskActor),
      subject: text("subject"),
      requestId: text("request"),
      before: json({ status: "before" }),
      message: text("message"),
      messageParts: json({ offerName: "parts" }),
      metadata: json({ offerId: "metadata" }),
      redemptionId: text("redemption"),
      fromStatus: text("approved"),
      note: text("note")
    }
  ),
  claim: statementOf("deskClaim", makeDeskFulfillmentsSql, (fulfillments) => fulfillments.get({ reach, id, now }), {
    ...locatorValues,
    now: time(now)
  })
}
