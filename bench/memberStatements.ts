import { DateTime, Schema } from "effect"
import { type Fulfillment, FulfillmentId } from "../src/domain/fulfillments/Fulfillment.ts"
import type { FulfillmentJournal } from "../src/domain/fulfillments/Fulfillments.ts"
import { MemberId } from "../src/domain/members/Member.ts"
import { OfferId, OfferXid } from "../src/domain/offers/Offer.ts"
import { OrganizationId } from "../src/domain/organizations/Organization.ts"
import { VenueId } from "../src/domain/properties/Property.ts"
import type { Move } from "../src/domain/wallet/Move.ts"
import { WalletActivity, WalletEntry, WalletLot } from "../src/domain/wallet/Wallet.ts"
import { makeFulfillmentCommandsSql } from "../src/sql/FulfillmentCommandsSql.ts"
import { makeMemberAccountsSql } from "../src/sql/MemberAccountsSql.ts"
import { makeOfferCodesSql } from "../src/sql/OfferCodesSql.ts"
import { makeOfferViewsSql } from "../src/sql/OfferViewsSql.ts"
import { makePropertyCatalogSql } from "../src/sql/PropertyCatalogSql.ts"
import { makeWalletsSql } from "../src/sql/WalletsSql.ts"
import { makeWalletViewsSql } from "../src/sql/WalletViewsSql.ts"
import { integer, integers, json, statementOf, text, time } from "./statementOf.ts"

const organizationId = OrganizationId.make(7201)

const memberId = MemberId.make(7001)

const now = DateTime.makeUnsafe("2026-01-02T03:04:05.006Z")
const later = DateTime.makeUnsafe("2026-02-03T04:05:06.007Z")

const entryOf = (asset: "VALID" | "CREDIT", points: number): WalletEntry => ({
  id: `entry ${asset}`,
  memberId,
  groupId: "group",
  type: "ADJUST",
  asset,
  points,
  movements: [],
  description: "",
  sourceType: "offer",
  sourceId: "source",
  fulfillmentId: null,
  reservationId: null,
  transferId: null,
  correctionId: null,
  reversesEntryId: null,
  metadata: {},
  createdAt: now
})

const lot: WalletLot = {
  id: "lot",
  memberId,
  asset: "VALID",
  original: 7002,
  remaining: 7002,
  expiresAt: later,
  sourceEntryId: "entry",
  createdAt: now
}

const activity: WalletActivity = {
  id: "activity",
  memberId,
  type: "adjustment",
  amount: 7003,
  asset: "VALID",
  status: "completed",
  description: "",
  sourceType: "offer",
  sourceId: "source",
  entryId: "entry",
  reservationId: null,
  fulfillmentId: null,
  createdAt: now
}

/** Every figure of it is another one, so that each finds its place in the statement. */
const move: Move = {
  wallet: { memberId, movedAt: null, lots: [] },
  groupId: "group",
  at: now,
  newId: () => "id",
  entries: [entryOf("VALID", 7103), entryOf("CREDIT", 7104)],
  lots: new Map([[lot.id, lot]]),
  activities: [activity, activity, activity],
  settles: null
}

const textOf = <S extends Schema.Codec<unknown, unknown>>(item: S, items: ReadonlyArray<S["Type"]>) =>
  text(Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(Schema.Array(item))))(items))

const moved = {
  memberId: integer(7001),
  at: time(now),
  entries: textOf(WalletEntry, move.entries),
  lots: textOf(WalletLot, [lot]),
  activities: textOf(WalletActivity, move.activities),
  valid: integer(7103),
  credit: integer(7104),
  nextExpiryAt: time(later),
  entryCount: integer(2),
  activityCount: integer(3)
}

/** A claim of an offer without a venue, a stay or a code. */
const row: Fulfillment = {
  id: FulfillmentId.make("fulfillment"),
  organizationId,
  propertyId: null,
  memberId,
  offerId: OfferId.make(7202),
  reservationId: null,
  status: "claimed",
  redemptionType: "direct",
  pointsCharged: 7203,
  checkInDate: null,
  note: null,
  verificationCodeHash: null,
  verificationCodeEnc: null,
  codeValid: true,
  codesShownAt: now,
  modification: null,
  rejectReason: null,
  claimedAt: now,
  approvedAt: null,
  fulfilledAt: null,
  rejectedAt: null,
  cancelledAt: null,
  expiredAt: null,
  remindedAt: null,
  expiresAt: later,
  updatedAt: now,
  version: 1
}

const audit: FulfillmentJournal["audit"] = {
  organizationId,
  actor: { kind: "member", id: "member" },
  action: "claimed",
  subject: "subject",
  before: null,
  after: { status: "claimed" },
  requestId: "request",
  createdAt: now
}

const written = {
  id: text("fulfillment"),
  organizationId: integer(7201),
  actor: json(audit.actor),
  subject: text("subject"),
  requestId: text("request")
}

const page = { memberId, now, limit: 7301, offset: 7302 }
const listing = { ...page, venue: undefined, circle: undefined, categoryId: undefined, redemptionType: undefined }

/** What the measured operations of members ask the database, taken from the service's own repositories. */
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
