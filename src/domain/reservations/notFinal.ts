import type { Reservation } from "./Reservation.ts"

type Final = "basePoints" | "multiplier" | "totalPoints" | "finalizedAt" | "programId" | "givenUp"

/** What is stored of a stay's points until it is finalised: nothing (MEM-047). */
export const notFinal: Pick<Reservation, Final> = {
  basePoints: null,
  multiplier: null,
  totalPoints: null,
  finalizedAt: null,
  programId: null,
  givenUp: false
}
