import type { ArrivalStatus } from "./ArrivalTask.ts"

/** The facts that decide how a task stands. Dates are calendar dates in the venue's time zone. */
export interface ArrivalFacts {
  readonly stored: ArrivalStatus
  readonly isCancelled: boolean
  readonly owesBenefits: boolean
  readonly isAcknowledged: boolean
  readonly checkOut: string | null
  readonly today: string
}

/**
 * How a task stands now, whatever its row still says (DOMAIN 6.2): a stay that is over completes it and a later
 * cancellation does not withdraw it again; a cancelled stay, or one that owes nothing, is withdrawn; else it is open
 * until somebody acknowledges it.
 */
export const arrivalStatus = (facts: ArrivalFacts): ArrivalStatus => {
  const isOver = facts.checkOut !== null && facts.checkOut < facts.today
  if (facts.stored === "completed" && isOver) return "completed"
  if (facts.isCancelled || !facts.owesBenefits) return "withdrawn"
  if (isOver) return "completed"
  return facts.isAcknowledged ? "acknowledged" : "open"
}
