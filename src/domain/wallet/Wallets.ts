import { Context, type DateTime, type Effect } from "effect"
import type { FulfillmentId } from "../fulfillments/Fulfillment.ts"
import type { MemberId } from "../members/Member.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import type { Move, OpenWallet } from "./Move.ts"
import type { Charges } from "./refundPoints.ts"
import type { Wallet, WalletActivity } from "./Wallet.ts"

/** How a pending earn ends without points: `amount` is what it last stood for; one of 0 is removed. */
export interface PendingEarnOutcome {
  readonly status: "cancelled" | "failed"
  readonly amount: number
}

/** A wallet that is locked until the transaction ends: whoever closes its account has to wait for that lock (DOMAIN 4.5). */
export interface LockedWallet extends OpenWallet {
  readonly isClosed: boolean
}

/** A wallet and what a fulfillment was charged from it: nothing when it was free or never charged. */
export interface ChargedWallet {
  readonly wallet: OpenWallet
  readonly charges: Charges
}

/**
 * The members' wallets. Every change happens inside `Atomic`: lock, move, post; locks of several wallets are taken in the
 * order of their members (DOMAIN 5.1).
 */
export class Wallets extends Context.Service<
  Wallets,
  {
    /** Made empty when the member has none. Lots in order of consumption. */
    readonly getForUpdate: (memberId: MemberId) => Effect.Effect<LockedWallet>
    /** As `getForUpdate`, with what a fulfillment was charged as it is in that lock. */
    readonly getChargedForUpdate: (memberId: MemberId, fulfillmentId: FulfillmentId) => Effect.Effect<ChargedWallet>
    /** The cached sums, not locked; zeros for a member without a wallet. They may hold lots that are due. */
    readonly get: (memberId: MemberId) => Effect.Effect<Wallet>
    /**
     * Writes a move of a locked wallet: entries, lots, activity, sums and counts together, and completes the spend items
     * of what it settled. Nothing when it is empty.
     */
    readonly insertMove: (move: Move) => Effect.Effect<void>
    /** The spend items of a fulfillment are done without a refund: it was fulfilled or ended (DOMAIN 4.3). */
    readonly updateSpendCompleted: (fulfillmentId: FulfillmentId) => Effect.Effect<void>
    /** Tells of points to come; the amount follows from the stay. The second one of a stay is a defect. */
    readonly insertPendingEarn: (activity: WalletActivity) => Effect.Effect<void>
    /** The pending earn of a stay, if there is one. */
    readonly findPendingEarn: (reservationId: ReservationId) => Effect.Effect<WalletActivity | undefined>
    /** Ends the pending earn of a stay, if there is one. */
    readonly updatePendingEarn: (reservationId: ReservationId, outcome: PendingEarnOutcome) => Effect.Effect<void>
    /** The pending earn of a stay, if there is one, becomes another member's with the stay. */
    readonly changePendingEarnMember: (reservationId: ReservationId, memberId: MemberId) => Effect.Effect<void>
    /** Members, ascending, who hold one of the `limit` lots that are due for longest. */
    readonly listDue: (now: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<MemberId>>
  }
>()("hub/domain/wallet/Wallets") {}
