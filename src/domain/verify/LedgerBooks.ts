import { Context, type DateTime, type Effect, type Stream } from "effect"
import type { CodeCounts } from "../codePools/CodePool.ts"
import type { Favorite } from "../favorites/Favorite.ts"
import type { AuditActor } from "../audit/AuditLog.ts"
import type { Fulfillment } from "../fulfillments/Fulfillment.ts"
import type { RedemptionRecord } from "../fulfillments/RedemptionRecord.ts"
import type { IdempotencyId } from "../idempotency/IdempotencyKeys.ts"
import type { MemberId } from "../members/Member.ts"
import type { Transfer } from "../members/Transfer.ts"
import type { OfferCodePool, OfferCodeStatus } from "../offers/OfferCode.ts"
import type { Notification } from "../notifications/Notification.ts"
import type { UnreadCount } from "../notifications/NotificationRecord.ts"
import type { Reservation } from "../reservations/Reservation.ts"
import type { StayFacts } from "../reservations/StayFacts.ts"
import type { Wallet, WalletActivity, WalletEntry, WalletLot } from "../wallet/Wallet.ts"

/**
 * A wallet with its member's account: points of a merged account belong to the member it was merged into (DOMAIN 4.5).
 */
export interface BookedWallet extends Wallet {
  readonly ownerId: MemberId
  /** When the account was closed; null while it is open. */
  readonly closedAt: DateTime.Utc | null
}

/** A ledger entry with the claim, the stay and the entry that it names, each null if it names none or it is missing. */
export interface BookedEntry
  extends Pick<
    WalletEntry,
    | "id"
    | "memberId"
    | "groupId"
    | "type"
    | "asset"
    | "points"
    | "fulfillmentId"
    | "reservationId"
    | "transferId"
    | "correctionId"
    | "createdAt"
  > {
  /** Null if they are unreadable. */
  readonly movements: WalletEntry["movements"] | null
  readonly reversesEntryId: string | null
  /** `ownerId`: its member, or the member that account was merged into. */
  readonly claim: { readonly ownerId: MemberId | null } | null
  /**
   * `ownerId`: as of a claim; null if the stay changed after its points were credited, when they stay where they are.
   */
  readonly stay: { readonly ownerId: MemberId | null } | null
  readonly reversed:
    | (Pick<WalletEntry, "type" | "asset" | "points" | "fulfillmentId" | "createdAt"> & Pick<BookedEntry, "movements">)
    | null
}

export type BookedActivity = Pick<
  WalletActivity,
  | "id"
  | "memberId"
  | "type"
  | "amount"
  | "asset"
  | "status"
  | "entryId"
  | "fulfillmentId"
  | "reservationId"
  | "createdAt"
>

/** A stay that may concern a wallet: the points credited for it, and the members with pending points. */
export interface BookedStay extends Pick<Reservation, "externalId"> {
  readonly facts: StayFacts
  readonly earned: number | null
  /** The members who hold its points, after merges; each once. */
  readonly creditedTo: ReadonlyArray<MemberId>
  /** The sum of its ADJUST entries. */
  readonly adjusted: number
  /** The same sum by the audit log, where every correction is recorded. */
  readonly corrected: number
  readonly pendingMemberIds: ReadonlyArray<MemberId>
}

/**
 * A claim with its ledger entries, its transitions from the audit log and its redemption records, each oldest first.
 */
export interface BookedFulfillment extends Pick<Fulfillment, "id" | "status" | "redemptionType" | "pointsCharged"> {
  /** Whether its organization has its offer. */
  readonly hasOffer: boolean
  /** Null if the offer changed after the claim ended, so that its setting at the time is unknown. */
  readonly refundOnExpiry: boolean | null
  readonly entries: ReadonlyArray<Pick<WalletEntry, "type" | "asset" | "points">>
  readonly spendStatuses: ReadonlyArray<WalletActivity["status"]>
  readonly history: ReadonlyArray<{
    readonly from: string | null
    readonly to: string | null
    readonly actor: AuditActor["kind"]
  }>
  readonly redemptions: ReadonlyArray<Pick<RedemptionRecord, "id" | "action" | "fromStatus" | "toStatus">>
  /** Whether its codes were ever shown to its member. */
  readonly isShown: boolean
  /** The codes of pools that it holds or held. */
  readonly codes: ReadonlyArray<OfferCodeStatus>
}

/** A pool with its stock as stored in the counters (`counted`) and as its codes add up to (`stocked`). */
export interface BookedPool extends Pick<OfferCodePool, "xid"> {
  readonly counted: CodeCounts
  readonly stocked: CodeCounts
}

/** A transfer and the GIFT entries with its id; either may be missing. */
export interface BookedTransfer extends Pick<Transfer, "id"> {
  readonly row: Pick<Transfer, "fromMember" | "toMember" | "points"> | null
  readonly gifts: ReadonlyArray<Pick<WalletEntry, "memberId" | "asset" | "points">>
}

/** A notification, with the unread counts that its member sees. */
export interface BookedNotification
  extends Pick<Notification, "id" | "memberId" | "type" | "isWallet" | "dedupeKey" | "readAt"> {
  readonly counts: UnreadCount
}

/**
 * All records that must agree, read once from end to end: streams hold a few thousand rows at a time, whatever their
 * length. Wallet streams are ordered by member, ascending.
 */
export class LedgerBooks extends Context.Service<
  LedgerBooks,
  {
    /** Runs `read` on one read-only snapshot. Read every stream inside it, once. */
    readonly snapshot: <A, E, R>(read: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Approximate totals, for progress reports. */
    readonly count: Effect.Effect<{ readonly members: number; readonly entries: number }>
    readonly wallets: Stream.Stream<BookedWallet>
    /** By member, then creation time, then id. */
    readonly lots: Stream.Stream<WalletLot>
    /** By member, then time, then id. */
    readonly entries: Stream.Stream<BookedEntry>
    /** By member, then time, then id. */
    readonly activities: Stream.Stream<BookedActivity>
    /** With their facts at `now`. */
    readonly stays: (now: DateTime.Utc) => Stream.Stream<BookedStay>
    readonly fulfillments: Stream.Stream<BookedFulfillment>
    readonly transfers: Stream.Stream<BookedTransfer>
    /** By member, then property. */
    readonly favorites: Stream.Stream<Pick<Favorite, "memberId" | "propertyId">>
    /**
     * Keys in flight without a lease, ordered by their fields. Such a key commits together with its response (MEM-088,
     * HUB-070), so one without a response indicates a partially applied write.
     */
    readonly unansweredKeys: Stream.Stream<IdempotencyId>
    readonly pools: Stream.Stream<BookedPool>
    /** By member. */
    readonly notifications: Stream.Stream<BookedNotification>
  }
>()("hub/domain/verify/LedgerBooks") {}
