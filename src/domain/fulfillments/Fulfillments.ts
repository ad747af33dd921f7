import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { AuditEntry } from "../audit/AuditLog.ts"
import type { MemberId } from "../members/Member.ts"
import type { NewNotification } from "../notifications/Notifications.ts"
import type { Offer } from "../offers/Offer.ts"
import type { OfferCodeStatus } from "../offers/OfferCode.ts"
import type { NewOutboxEntry } from "../outbox/Outbox.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import type { Fulfillment, FulfillmentId } from "./Fulfillment.ts"
import type { FulfillmentMissing } from "./FulfillmentErrors.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"
import type { FulfillmentView } from "./FulfillmentView.ts"
import type { RedemptionRecord } from "./RedemptionRecord.ts"
import type { VerificationAttempt } from "./VerificationAttempt.ts"

/** One claim, as its owner, a desk within reach of its venue, or the system names it. */
export type FulfillmentLocator = { readonly id: FulfillmentId } & (
  | { readonly memberId: MemberId }
  | { readonly reach: Reach }
  | { readonly everywhere: true }
)

/** A claim with what commands need to know of its offer and venue, locked until the transaction ends. */
export interface LockedFulfillment {
  readonly row: Fulfillment
  readonly offer: Pick<Offer, "xid" | "name" | "requiresStay" | "refundOnExpiry">
  readonly property: { readonly documentId: string; readonly name: string } | null
}

/** What a change writes beside the claim itself, in one statement with it. */
export interface FulfillmentJournal {
  readonly audit: AuditEntry
  readonly notification: NewNotification | null
  readonly notice: NewOutboxEntry | null
  readonly redemption: RedemptionRecord | null
}

export interface NewFulfillment {
  readonly row: Fulfillment
  readonly journal: FulfillmentJournal
}

/** A locked claim as it becomes; `codeStatus` is what its pool code becomes, null when that stays or there is none. */
export interface FulfillmentChange extends NewFulfillment {
  readonly codeStatus: OfferCodeStatus | null
}

/** A member's claims, only those with one of `statuses` and at the venue with the document id, where these are given. */
export interface FulfillmentsQuery {
  readonly memberId: MemberId
  readonly now: DateTime.Utc
  readonly statuses: ReadonlyArray<FulfillmentStatus> | undefined
  readonly propertyId: string | undefined
  readonly limit: number
  readonly offset: number
}

export interface FulfillmentsPage {
  readonly items: ReadonlyArray<FulfillmentView>
  readonly total: number
}

/** Whose open claims to lock: those bound to a stay, or all of a member. */
export type FulfillmentsOf = { readonly reservationId: ReservationId } | { readonly memberId: MemberId }

export interface DueQuery {
  readonly now: DateTime.Utc
  readonly limit: number
  /** Only this member's. */
  readonly memberId?: MemberId
}

/** What a member is told before a claim ends, and when. */
export interface Reminder {
  readonly id: FulfillmentId
  readonly now: DateTime.Utc
  readonly notification: NewNotification
}

/** How many wrong codes there were since a moment, and when the first of them came. */
export interface VerificationAttempts {
  readonly count: number
  readonly first: DateTime.Utc | null
}

/**
 * The claims of offers. Commands lock, decide and write inside one transaction: idempotency row, fulfillment, wallet, lots,
 * pool, code (DOMAIN 5.1).
 */
export class Fulfillments extends Context.Service<
  Fulfillments,
  {
    /**
     * With version 1; a code that was assigned to its id before is its code. The stay that it is bound to cannot be
     * cancelled until the transaction ends; one that was before is told instead, and the transaction is to be given up.
     */
    readonly insert: (claim: NewFulfillment) => Effect.Effect<"inserted" | "stayCancelled">
    readonly getForUpdate: (locator: FulfillmentLocator) => Effect.Effect<LockedFulfillment, FulfillmentMissing>
    /** Open ones, due or not, by id. */
    readonly listForUpdate: (of: FulfillmentsOf) => Effect.Effect<ReadonlyArray<LockedFulfillment>>
    /** `row.version` is one more than that of the row that was locked; anything else is a defect and changes nothing. */
    readonly update: (change: FulfillmentChange) => Effect.Effect<void>
    readonly get: (key: {
      readonly id: FulfillmentId
      readonly memberId: MemberId
      readonly now: DateTime.Utc
    }) => Effect.Effect<FulfillmentView, FulfillmentMissing>
    /** The last claim first, then by id, descending; statuses are those at `now` (MEM-089). */
    readonly list: (query: FulfillmentsQuery) => Effect.Effect<FulfillmentsPage>
    /** Ids of open claims that fell due, the longest due first. */
    readonly listDue: (query: DueQuery) => Effect.Effect<ReadonlyArray<FulfillmentId>>
    /** Open claims without a reminder that end after `now` and not after `until`, the first to end first; not locked. */
    readonly listUnreminded: (query: {
      readonly now: DateTime.Utc
      readonly until: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<LockedFulfillment>>
    /** Tells the member, once, if the claim is still open; answers whether it did. */
    readonly updateReminded: (reminder: Reminder) => Effect.Effect<boolean>
    /** What the desk did with a claim, oldest first. */
    readonly listRedemptions: (fulfillmentId: FulfillmentId) => Effect.Effect<ReadonlyArray<RedemptionRecord>>
    readonly insertAttempt: (attempt: VerificationAttempt) => Effect.Effect<void>
    readonly getAttempts: (key: {
      readonly fulfillmentId: FulfillmentId
      readonly since: DateTime.Utc
    }) => Effect.Effect<VerificationAttempts>
  }
>()("hub/domain/fulfillments/Fulfillments") {}
