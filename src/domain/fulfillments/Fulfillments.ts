import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { AuditEntry } from "../audit/AuditLog.ts"
import type { MemberId } from "../members/Member.ts"
import type { NewNotification } from "../notifications/Notifications.ts"
import type { Offer, OfferId } from "../offers/Offer.ts"
import type { OfferCodeStatus } from "../offers/OfferCode.ts"
import type { NewOutboxEntry } from "../outbox/Outbox.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import type { Page } from "../shared/Page.ts"
import type { Fulfillment, FulfillmentId } from "./Fulfillment.ts"
import type { FulfillmentMissing } from "./FulfillmentErrors.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"
import type { FulfillmentView } from "./FulfillmentView.ts"
import type { RedemptionRecord } from "./RedemptionRecord.ts"
import type { VerificationAttempt } from "./VerificationAttempt.ts"

/** Locates one claim for its owner, for a desk within reach of its venue, or for the system. */
export type FulfillmentLocator = { readonly id: FulfillmentId } & (
  | { readonly memberId: MemberId }
  | { readonly reach: Reach }
  | { readonly everywhere: true }
)

/** A claim with the facts of its offer and venue that commands need, locked until the transaction ends. */
export interface LockedFulfillment {
  readonly row: Fulfillment
  readonly offer: Pick<Offer, "xid" | "name" | "requiresStay" | "refundOnExpiry">
  readonly property: { readonly documentId: string; readonly name: string } | null
  /** The current venue of the claim's stay, which may have moved to another one than the claim's. */
  readonly stayVenueId: VenueId | null
}

/** The rows written along with the claim, in the same statement. */
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

/**
 * The new state of a locked claim; `codeStatus` is the new status of its pool code; null if it has no code or the
 * status stays.
 */
export interface FulfillmentChange extends NewFulfillment {
  readonly codeStatus: OfferCodeStatus | null
}

/** A member's claims, optionally only those with one of `statuses`, or at the venue with a document id. */
export interface FulfillmentsQuery {
  readonly memberId: MemberId
  readonly now: DateTime.Utc
  readonly statuses: ReadonlyArray<FulfillmentStatus> | undefined
  readonly propertyId: string | undefined
  readonly limit: number
  readonly offset: number
}

/** Selects open claims: those bound to a stay, or all of a member. */
export type FulfillmentsOf = { readonly reservationId: ReservationId } | { readonly memberId: MemberId }

export interface DueQuery {
  readonly now: DateTime.Utc
  readonly limit: number
  /** Only this member's claims. */
  readonly memberId?: MemberId
  /** Only claims of these offers. */
  readonly offerIds?: ReadonlyArray<OfferId>
}

/** The notification before a claim ends, and its time. */
export interface Reminder {
  readonly id: FulfillmentId
  readonly now: DateTime.Utc
  readonly notification: NewNotification
}

/** The number of wrong codes since a moment, and the time of the first. */
export interface VerificationAttempts {
  readonly count: number
  readonly first: DateTime.Utc | null
}

/**
 * The claims of offers. Commands lock, decide and write inside one transaction. Lock order: idempotency row,
 * fulfillment, wallet, lots, pool, code (DOMAIN 5.1).
 */
export class Fulfillments extends Context.Service<
  Fulfillments,
  {
    /**
     * Inserts version 1; a code already assigned to its id becomes its code. Locks the stay it is bound to against
     * cancellation until the transaction ends. Returns `stayCancelled` if the stay is already cancelled; the caller
     * must then roll back.
     */
    readonly insert: (claim: NewFulfillment) => Effect.Effect<"inserted" | "stayCancelled">
    readonly getForUpdate: (locator: FulfillmentLocator) => Effect.Effect<LockedFulfillment, FulfillmentMissing>
    /** The open claims, due or not, ordered by id. */
    readonly listForUpdate: (owner: FulfillmentsOf) => Effect.Effect<ReadonlyArray<LockedFulfillment>>
    /** The ids of the same claims, in the same order; not locked. */
    readonly listOpen: (owner: FulfillmentsOf) => Effect.Effect<ReadonlyArray<FulfillmentId>>
    /** `row.version` is the locked version plus 1; any other is a defect and changes nothing. */
    readonly update: (change: FulfillmentChange) => Effect.Effect<void>
    readonly get: (key: {
      readonly id: FulfillmentId
      readonly memberId: MemberId
      readonly now: DateTime.Utc
    }) => Effect.Effect<FulfillmentView, FulfillmentMissing>
    /** Newest claim first, then by id, descending; statuses are as of `now` (MEM-089). */
    readonly list: (query: FulfillmentsQuery) => Effect.Effect<Page<FulfillmentView>>
    /** Ids of the open claims that are due, the longest overdue first. */
    readonly listDue: (query: DueQuery) => Effect.Effect<ReadonlyArray<FulfillmentId>>
    /** Open claims not yet reminded that end after `now` and by `until`, earliest end first; not locked. */
    readonly listUnreminded: (query: {
      readonly now: DateTime.Utc
      readonly until: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<LockedFulfillment>>
    /** Notifies the member, once, if the claim is still theirs and usable; returns whether it did. */
    readonly updateReminded: (reminder: Reminder) => Effect.Effect<boolean>
    /** The desk's actions on a claim, oldest first. */
    readonly listRedemptions: (fulfillmentId: FulfillmentId) => Effect.Effect<ReadonlyArray<RedemptionRecord>>
    readonly insertAttempt: (attempt: VerificationAttempt) => Effect.Effect<void>
    readonly getAttempts: (key: {
      readonly fulfillmentId: FulfillmentId
      readonly since: DateTime.Utc
    }) => Effect.Effect<VerificationAttempts>
  }
>()("hub/domain/fulfillments/Fulfillments") {}
