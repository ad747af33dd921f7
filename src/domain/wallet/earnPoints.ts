import { DateTime } from "effect"
import type { ReservationId, ReservationXid } from "../reservations/Reservation.ts"
import { addEntry, type Move } from "./Move.ts"
import type { WalletActivity } from "./Wallet.ts"

/** The points of a finalised stay; `points` is more than 0. */
export interface Earning {
  readonly points: number
  readonly reservationId: ReservationId
  /** The reservation's external id. */
  readonly externalId: ReservationXid
  readonly propertyName: string
  readonly expiryMonths: number
  /** The member's pending earn, if any. */
  readonly pending: WalletActivity | undefined
}

/**
 * Credits the points of a finalised stay as an EARN entry of VALID points, the only kind that counts towards tiers
 * (DOMAIN 4.1, 4.4).
 */
export const earnPoints = (move: Move, earning: Earning): Move =>
  addEntry(
    move,
    {
      type: "EARN",
      asset: "VALID",
      description: `Stay at ${earning.propertyName}`,
      sourceType: "reservation",
      sourceId: earning.externalId,
      reservationId: earning.reservationId
    },
    [{ expiresAt: DateTime.add(move.at, { months: earning.expiryMonths }), points: earning.points }],
    earning.pending
  )
