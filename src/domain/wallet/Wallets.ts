import { Context, type DateTime, type Effect } from "effect"
import type { FulfillmentId } from "../fulfillments/Fulfillment.ts"
import type { MemberId } from "../members/Member.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import type { Move, OpenWallet } from "./Move.ts"
import type { Charges } from "./refundPoints.ts"
import type { Wallet, WalletActivity } from "./Wallet.ts"

/** How a pending earn ends without points: `amount` is its last value; at 0 the row is removed. */
export interface PendingEarnOutcome {
  readonly status: "cancelled" | "failed"
  readonly amount: number
}

/** A wallet locked until the transaction ends; closing the account waits for this lock (DOMAIN 4.5). */
export interface LockedWallet extends OpenWallet {
  readonly isClosed: boolean
}

/** A wallet and a fulfillment's charges to it; empty if the fulfillment was free or never charged. */
export interface ChargedWallet {
  readonly wallet: LockedWallet
  readonly charges: Charges
}

/**
 * Members' wallets. Every change happens inside `Atomic`: lock, move, insert. Several wallets are locked in order of
 * member id (DOMAIN 5.1).
 */
export class Wallets extends Context.Service<
  Wallets,
  {
    /** Created empty if missing. Lots are in order of consumption. */
    readonly getForUpdate: (memberId: MemberId) => Effect.Effect<LockedWallet>
    /** As `getForUpdate`, with the charges of a fulfillment read under the same lock. */
    readonly getChargedForUpdate: (memberId: MemberId, fulfillmentId: FulfillmentId) => Effect.Effect<ChargedWallet>
    /** The cached sums, not locked; zeros without a wallet. They may include expired lots. */
    readonly get: (memberId: MemberId) => Effect.Effect<Wallet>
    /**
     * Writes a move of a locked wallet: entries, lots, activity, sums and counts together, and completes the spend
     * items it settles. An empty move writes nothing.
     */
    readonly insertMove: (move: Move) => Effect.Effect<void>
    /** Completes the spend items of a fulfillment without a refund: it was fulfilled or ended (DOMAIN 4.3). */
    readonly updateSpendCompleted: (fulfillmentId: FulfillmentId) => Effect.Effect<void>
    /** Inserts a pending earn, whose amount is derived from the stay. A second one for a stay is a defect. */
    readonly insertPendingEarn: (activity: WalletActivity) => Effect.Effect<void>
    /** The pending earn of a stay, if any. */
    readonly findPendingEarn: (reservationId: ReservationId) => Effect.Effect<WalletActivity | undefined>
    /** Ends the pending earn of a stay, if any. */
    readonly updatePendingEarn: (reservationId: ReservationId, outcome: PendingEarnOutcome) => Effect.Effect<void>
    /** Moves the pending earn of a stay, if any, to another member. */
    readonly changePendingEarnMember: (reservationId: ReservationId, memberId: MemberId) => Effect.Effect<void>
    /** The members, ascending, who hold the `limit` longest overdue lots, apart from the lots of `except`. */
    readonly listDue: (
      now: DateTime.Utc,
      limit: number,
      except: ReadonlyArray<MemberId>
    ) => Effect.Effect<ReadonlyArray<MemberId>>
  }
>()("hub/domain/wallet/Wallets") {}
