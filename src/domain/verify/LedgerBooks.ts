import { Context, type DateTime, type Effect, type Stream } from "effect"
import type { Favorite } from "../favorites/Favorite.ts"
import type { Fulfillment } from "../fulfillments/Fulfillment.ts"
import type { MemberId } from "../members/Member.ts"
import type { Transfer } from "../members/Transfer.ts"
import type { Notification } from "../notifications/Notification.ts"
import type { UnreadCount } from "../notifications/NotificationRecord.ts"
import type { Reservation } from "../reservations/Reservation.ts"
import type { StayFacts } from "../reservations/StayFacts.ts"
import type { Wallet, WalletActivity, WalletEntry, WalletLot } from "../wallet/Wallet.ts"

/** An entry, with the one that it says it reverses as that is on record. */
export interface BookedEntry
  extends Pick<
    WalletEntry,
    | "id"
    | "memberId"
    | "groupId"
    | "type"
    | "asset"
    | "points"
    | "movements"
    | "fulfillmentId"
    | "reservationId"
    | "transferId"
    | "createdAt"
  > {
  readonly reversesEntryId: string | null
  readonly reversed: Pick<WalletEntry, "type" | "asset" | "points" | "fulfillmentId"> | null
}

export type BookedActivity = Pick<
  WalletActivity,
  "id" | "memberId" | "type" | "amount" | "asset" | "status" | "entryId" | "createdAt"
>

/** A stay that could concern a wallet: the points it was credited with, and who is told of points to come. */
export interface BookedStay extends Pick<Reservation, "externalId"> {
  readonly facts: StayFacts
  readonly earned: number | null
  readonly pendingMemberId: MemberId | null
}

/** A claim with what the ledger knows of it, and its moves as the audit log has them, oldest first. */
export interface BookedFulfillment extends Pick<Fulfillment, "id" | "status" | "redemptionType" | "pointsCharged"> {
  /** Null when the offer was changed after the claim ended: nobody knows any more what it said then. */
  readonly refundOnExpiry: boolean | null
  readonly entries: ReadonlyArray<Pick<WalletEntry, "type" | "asset" | "points">>
  readonly spendStatuses: ReadonlyArray<WalletActivity["status"]>
  readonly history: ReadonlyArray<{ readonly from: string | null; readonly to: string | null }>
}

/** A transfer and the GIFT entries of its id, either of which may be missing. */
export interface BookedTransfer extends Pick<Transfer, "id"> {
  readonly row: Pick<Transfer, "fromMember" | "toMember" | "points"> | null
  readonly gifts: ReadonlyArray<Pick<WalletEntry, "memberId" | "asset" | "points">>
}

/** A notification, with the counts of unread ones as its member is told them. */
export interface BookedNotification
  extends Pick<Notification, "id" | "memberId" | "type" | "isWallet" | "dedupeKey" | "readAt"> {
  readonly told: UnreadCount
}

/**
 * Everything on record that has to agree, to be read once from end to end: streams hold a few thousand rows at a time,
 * however many there are. Those of wallets are in the order of their members, ascending.
 */
export class LedgerBooks extends Context.Service<
  LedgerBooks,
  {
    /** Whatever is read inside is of one moment, and nothing is written. Every stream is to be read inside, once. */
    readonly snapshot: <A, E, R>(read: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** How many there are, about: for telling how far the reading is. */
    readonly count: Effect.Effect<{ readonly members: number; readonly entries: number }>
    readonly wallets: Stream.Stream<Wallet>
    /** Of a member as they were made: by time, then id. */
    readonly lots: Stream.Stream<WalletLot>
    /** Of a member as they were written: by time, then id. */
    readonly entries: Stream.Stream<BookedEntry>
    /** Of a member by time, then id. */
    readonly activities: Stream.Stream<BookedActivity>
    /** With the facts at `now`. */
    readonly stays: (now: DateTime.Utc) => Stream.Stream<BookedStay>
    readonly fulfillments: Stream.Stream<BookedFulfillment>
    readonly transfers: Stream.Stream<BookedTransfer>
    /** By member, then property. */
    readonly favorites: Stream.Stream<Pick<Favorite, "memberId" | "propertyId">>
    /** By member. */
    readonly notifications: Stream.Stream<BookedNotification>
  }
>()("hub/domain/verify/LedgerBooks") {}
