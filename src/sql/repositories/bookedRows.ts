import { Schema, Struct } from "effect"
import { AuditActor } from "../../domain/audit/AuditLog.ts"
import { Fulfillment } from "../../domain/fulfillments/Fulfillment.ts"
import { RedemptionRecord } from "../../domain/fulfillments/RedemptionRecord.ts"
import { MemberId } from "../../domain/members/Member.ts"
import { Notification } from "../../domain/notifications/Notification.ts"
import { UnreadCount } from "../../domain/notifications/NotificationRecord.ts"
import { OfferCodePool, OfferCodeStatus } from "../../domain/offers/OfferCode.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { ReservationXid } from "../../domain/reservations/Reservation.ts"
import { Wallet, WalletActivity, WalletEntry, WalletLot } from "../../domain/wallet/Wallet.ts"
import { StayFactsColumn } from "../fragments/stayFacts.ts"
import { NullableTimestamp, Timestamp } from "../statements/columns.ts"
import { ReadableMovements } from "./ReadableMovements.ts"

// The rows of `LedgerBooks`, by the stream that reads them.

export const WalletRow = Schema.Struct({
  ...Wallet.fields,
  nextExpiryAt: NullableTimestamp,
  movedAt: NullableTimestamp,
  ownerId: MemberId,
  closedAt: NullableTimestamp
})

export const LotRow = Schema.Struct({ ...WalletLot.fields, expiresAt: NullableTimestamp, createdAt: Timestamp })

const { asset, fulfillmentId, points, type } = WalletEntry.fields

const Owner = Schema.NullOr(Schema.Struct({ ownerId: Schema.NullOr(MemberId) }))

export const EntryRow = Schema.Struct({
  ...Struct.pick(WalletEntry.fields, [
    "id",
    "memberId",
    "groupId",
    "reservationId",
    "transferId",
    "correctionId",
    "reversesEntryId"
  ]),
  type,
  asset,
  points,
  fulfillmentId,
  movements: ReadableMovements,
  createdAt: Timestamp,
  claim: Owner,
  stay: Owner,
  reversed: Schema.NullOr(
    Schema.Struct({ type, asset, points, fulfillmentId, movements: ReadableMovements, createdAt: Timestamp })
  )
})

export const ActivityRow = Schema.Struct({
  ...Struct.pick(WalletActivity.fields, [
    "id",
    "memberId",
    "type",
    "amount",
    "asset",
    "status",
    "entryId",
    "fulfillmentId",
    "reservationId"
  ]),
  createdAt: Timestamp
})

export const StayRow = Schema.Struct({
  externalId: ReservationXid,
  facts: StayFactsColumn,
  earned: Schema.NullOr(Schema.Int),
  creditedTo: Schema.Array(MemberId),
  adjusted: Schema.Int,
  corrected: Schema.Int,
  pendingMemberIds: Schema.Array(MemberId)
})

export const FulfillmentRow = Schema.Struct({
  ...Struct.pick(Fulfillment.fields, ["id", "status", "redemptionType", "pointsCharged"]),
  hasOffer: Schema.Boolean,
  refundOnExpiry: Schema.NullOr(Schema.Boolean),
  entries: Schema.Array(Schema.Struct({ type, asset, points })),
  spendStatuses: Schema.Array(WalletActivity.fields.status),
  history: Schema.Array(
    Schema.Struct({
      from: Schema.NullOr(Schema.String),
      to: Schema.NullOr(Schema.String),
      actor: AuditActor.fields.kind
    })
  ),
  redemptions: Schema.Array(
    Schema.Struct(Struct.pick(RedemptionRecord.fields, ["id", "action", "fromStatus", "toStatus"]))
  ),
  isShown: Schema.Boolean,
  codes: Schema.Array(OfferCodeStatus)
})

const Counts = Schema.Record(OfferCodeStatus, Schema.Int)

export const PoolRow = Schema.Struct({ xid: OfferCodePool.fields.xid, counted: Counts, stocked: Counts })

export const TransferRow = Schema.Struct({
  id: Schema.String,
  row: Schema.NullOr(Schema.Struct({ fromMember: MemberId, toMember: MemberId, points: Schema.Int })),
  gifts: Schema.Array(Schema.Struct({ memberId: MemberId, asset, points }))
})

export const FavoriteRow = Schema.Struct({ memberId: MemberId, propertyId: VenueId })

export const NotificationRow = Schema.Struct({
  ...Struct.pick(Notification.fields, ["id", "memberId", "type", "isWallet", "dedupeKey"]),
  readAt: NullableTimestamp,
  counts: UnreadCount
})

export const Totals = Schema.Struct({ members: Schema.Int, entries: Schema.Int })
