import { FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import { OfferXid } from "../../src/domain/offers/Offer.ts"
import { VenueId } from "../../src/domain/properties/Property.ts"
import { makeFulfillmentCommandsSql } from "../../src/sql/repositories/FulfillmentCommandsSql.ts"
import { makeMemberAccountsSql } from "../../src/sql/repositories/MemberAccountsSql.ts"
import { makeOfferCodesSql } from "../../src/sql/repositories/OfferCodesSql.ts"
import { makeOfferViewsSql } from "../../src/sql/repositories/OfferViewsSql.ts"
import { makePropertyCatalogSql } from "../../src/sql/repositories/PropertyCatalogSql.ts"
import { makeWalletsSql } from "../../src/sql/repositories/WalletsSql.ts"
import { makeWalletViewsSql } from "../../src/sql/repositories/WalletViewsSql.ts"
import { audit, later, memberId, move, moved, now, row, written } from "../rows/claimSamples.ts"
import { integer, integers, json, statementOf, text, time } from "./statementOf.ts"

const page = { memberId, now, limit: 7301, offset: 7302 }
const listing = { ...page, venue: undefined, circle: undefined, categoryId: undefined, redemptionType: undefined }

/** The statements of the measured member operations, from the service's own repositories. */
export const memberStatements = {
  member: statementOf("member", makeMemberAccountsSql, (accounts) => accounts.findByIdentity("subject"), {
    subject: text("subject")
  }),
  wallet: statementOf("wallet", makeWalletViewsSql, (views) => views.getWithEntries({ ...page, until: later }), {
    memberId: integer(7001),
    now: time(now),
    until: time(later),
    limit: integer(7301),
    offset: integer(7302)
  }),
  offers: statementOf("offers", makeOfferViewsSql, (offers) => offers.list(listing), {
    memberId: integer(7001),
    now: time(now),
    limit: integer(7301),
    offset: integer(7302),
    through: integer(7301 + 7302)
  }),
  offer: statementOf(
    "offer",
    makeOfferViewsSql,
    (offers) =>
      offers.find({ memberId, offerId: OfferXid.make("offer"), propertyId: undefined, reservationId: undefined, now }),
    { memberId: integer(7001), offerId: text("offer"), now: time(now) }
  ),
  lockWallet: statementOf("lockWallet", makeWalletsSql, (wallets) => wallets.getForUpdate(memberId), {
    memberId: integer(7001)
  }),
  charge: statementOf("charge", makeWalletsSql, (wallets) => wallets.insertMove(move), moved),
  charges: statementOf(
    "charges",
    makeWalletsSql,
    (wallets) => wallets.getChargedForUpdate(memberId, FulfillmentId.make("fulfillment")),
    { fulfillmentId: text("fulfillment") },
    1
  ),
  refund: statementOf(
    "refund",
    makeWalletsSql,
    (wallets) => wallets.insertMove({ ...move, settles: FulfillmentId.make("fulfillment") }),
    {
      ...moved,
      settles: text("fulfillment")
    }
  ),
  claim: statementOf(
    "claim",
    makeFulfillmentCommandsSql,
    (fulfillments) =>
      fulfillments.insert({
        row,
        journal: {
          audit,
          notification: {
            memberId,
            type: "wallet",
            isWallet: true,
            title: "Offer claimed",
            message: "message",
            messageParts: { offerName: "parts" },
            metadata: { offerId: "metadata" },
            createdAt: now
          },
          notice: null,
          redemption: null
        }
      }),
    {
      ...written,
      memberId: integer(7001),
      offerId: integer(7202),
      redemptionType: text("direct"),
      pointsCharged: integer(7203),
      message: text("message"),
      messageParts: json({ offerName: "parts" }),
      metadata: json({ offerId: "metadata" }),
      claimedAt: time(now),
      expiresAt: time(later)
    }
  ),
  takeCode: statementOf(
    "takeCode",
    makeOfferCodesSql,
    (codes) => codes.updateAssigned({ offerId: row.offerId, fulfillmentId: row.id, now }),
    { offerId: integer(7202), fulfillmentId: text("fulfillment"), now: time(now) }
  ),
  lockFulfillment: statementOf(
    "lockFulfillment",
    makeFulfillmentCommandsSql,
    (fulfillments) => fulfillments.getForUpdate({ id: FulfillmentId.make("fulfillment"), memberId }),
    { id: text("fulfillment"), memberId: integer(7001) }
  ),
  cancel: statementOf(
    "cancel",
    makeFulfillmentCommandsSql,
    (fulfillments) =>
      fulfillments.update({
        row: { ...row, status: "cancelled", codeValid: false, cancelledAt: later, updatedAt: later, version: 7204 },
        codeStatus: "void",
        journal: {
          audit: {
            ...audit,
            action: "cancelled",
            before: { status: "before" },
            after: { status: "cancelled" },
            createdAt: later
          },
          notification: null,
          notice: null,
          redemption: null
        }
      }),
    {
      ...written,
      before: json({ status: "before" }),
      codesShownAt: time(now),
      cancelledAt: time(later),
      version: integer(7204)
    }
  ),
  faces: statementOf(
    "faces",
    makePropertyCatalogSql,
    (catalog) => catalog.listFaces([VenueId.make(7401), VenueId.make(7402)]),
    {
      ids: integers([7401, 7402])
    }
  )
}
