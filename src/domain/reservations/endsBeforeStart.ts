import type { Reservation } from "./Reservation.ts"

/** Whether the check-out is before the check-in; false while either is unknown. */
export const endsBeforeStart = ({ checkIn, checkOut }: Pick<Reservation, "checkIn" | "checkOut">) =>
  checkIn !== null && checkOut !== null && checkOut < checkIn
