import { Schema } from "effect"
import { FulfillmentId } from "../fulfillments/Fulfillment.ts"
import { MemberId } from "../members/Member.ts"
import { ReservationId } from "../reservations/Reservation.ts"

/** `VALID` counts towards tiers and expires; `CREDIT` is promotional and does neither (MEM-099). */
export const Asset = Schema.Literals(["VALID", "CREDIT"])
export type Asset = typeof Asset.Type

/** The cached sums of a member's open lots, and the row counts of its lists. No row means no points. */
export const Wallet = Schema.Struct({
  memberId: MemberId,
  validBalance: Schema.Int,
  creditBalance: Schema.Int,
  /** The earliest expiry of a VALID lot with points remaining; null without one. */
  nextExpiryAt: Schema.NullOr(Schema.DateTimeUtc),
  /** The time of the newest entry; every move is later than the previous one, even if clocks differ. */
  movedAt: Schema.NullOr(Schema.DateTimeUtc),
  entryCount: Schema.Int,
  /** Excludes pending earns, whose amount is derived (DOMAIN 4.3). */
  activityCount: Schema.Int
})
export type Wallet = typeof Wallet.Type

/** The wallet of a member without a row. */
export const emptyWallet = (memberId: MemberId): Wallet => ({
  memberId,
  validBalance: 0,
  creditBalance: 0,
  nextExpiryAt: null,
  movedAt: null,
  entryCount: 0,
  activityCount: 0
})

/** Points credited together that expire together; `remaining` are those not consumed. CREDIT never expires. */
export const WalletLot = Schema.Struct({
  id: Schema.NonEmptyString,
  memberId: MemberId,
  asset: Asset,
  original: Schema.Int,
  remaining: Schema.Int,
  expiresAt: Schema.NullOr(Schema.DateTimeUtc),
  sourceEntryId: Schema.NonEmptyString,
  createdAt: Schema.DateTimeUtc
})
export type WalletLot = typeof WalletLot.Type

export const EntryType = Schema.Literals(["EARN", "SPEND", "GIFT", "ADJUST", "EXPIRE"])
export type EntryType = typeof EntryType.Type

/** The effect of an entry on one lot; the movements of an entry add up to its points. */
export const LotMovement = Schema.Struct({ lotId: Schema.NonEmptyString, points: Schema.Int })
export type LotMovement = typeof LotMovement.Type

/** One line of the ledger: append-only, `points` signed and never 0. Entries of one move share `groupId`. */
export const WalletEntry = Schema.Struct({
  id: Schema.NonEmptyString,
  memberId: MemberId,
  groupId: Schema.NonEmptyString,
  type: EntryType,
  asset: Asset,
  points: Schema.Int,
  movements: Schema.Array(LotMovement),
  description: Schema.String,
  sourceType: Schema.NonEmptyString,
  sourceId: Schema.NonEmptyString,
  fulfillmentId: Schema.NullOr(FulfillmentId),
  reservationId: Schema.NullOr(ReservationId),
  transferId: Schema.NullOr(Schema.String),
  correctionId: Schema.NullOr(Schema.String),
  reversesEntryId: Schema.NullOr(Schema.String),
  metadata: Schema.Record(Schema.String, Schema.Json),
  createdAt: Schema.DateTimeUtc
})
export type WalletEntry = typeof WalletEntry.Type

export const ActivityType = Schema.Literals(["earn", "spend", "transfer", "adjustment"])
export type ActivityType = typeof ActivityType.Type

export const ActivityStatus = Schema.Literals(["completed", "pending", "failed", "cancelled"])

/**
 * The activity item of an entry, or of points that a stay will earn: `amount` is null exactly while an earn is pending,
 * because it is derived from the stay until then (MEM-047).
 */
export const WalletActivity = Schema.Struct({
  id: Schema.NonEmptyString,
  memberId: MemberId,
  type: ActivityType,
  amount: Schema.NullOr(Schema.Int),
  asset: Asset,
  status: ActivityStatus,
  description: Schema.String,
  sourceType: Schema.NonEmptyString,
  sourceId: Schema.NonEmptyString,
  entryId: Schema.NullOr(Schema.String),
  reservationId: Schema.NullOr(ReservationId),
  fulfillmentId: Schema.NullOr(FulfillmentId),
  createdAt: Schema.DateTimeUtc
})
export type WalletActivity = typeof WalletActivity.Type
