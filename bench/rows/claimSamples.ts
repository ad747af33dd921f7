import { DateTime, Schema } from "effect"
import { type Fulfillment, FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import type { FulfillmentJournal } from "../../src/domain/fulfillments/Fulfillments.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { OfferId } from "../../src/domain/offers/Offer.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import type { Move } from "../../src/domain/wallet/Move.ts"
import { WalletActivity, WalletEntry, WalletLot } from "../../src/domain/wallet/Wallet.ts"
import { integer, json, text, time } from "../statements/statementOf.ts"

const organizationId = OrganizationId.make(7201)

/** A sentinel for the member while a statement is captured; the rows below are sentinels for what it writes. */
export const memberId = MemberId.make(7001)

export const now = DateTime.makeUnsafe("2026-01-02T03:04:05.006Z")
export const later = DateTime.makeUnsafe("2026-02-03T04:05:06.007Z")

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

/** Every number is different, so that each can be located in the statement. */
export const move: Move = {
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

export const moved = {
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
export const row: Fulfillment = {
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

export const audit: FulfillmentJournal["audit"] = {
  organizationId,
  actor: { kind: "member", id: "member" },
  action: "claimed",
  subject: "subject",
  before: null,
  after: { status: "claimed" },
  requestId: "request",
  createdAt: now
}

export const written = {
  id: text("fulfillment"),
  organizationId: integer(7201),
  actor: json(audit.actor),
  subject: text("subject"),
  requestId: text("request")
}
