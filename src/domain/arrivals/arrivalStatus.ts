import type { ArrivalStatus } from "./ArrivalTask.ts"

/** The facts that decide a task's status. Dates are calendar dates in the venue's time zone. */
export interface ArrivalFacts {
  readonly stored: ArrivalStatus
  readonly isCancelled: boolean
  readonly hasBenefitsDue: boolean
  readonly isAcknowledged: boolean
  readonly checkOut: string | null
  readonly today: string
}

/**
 * The task's status now, whatever is stored (DOMAIN 6.2): past check-out it is completed, and a later cancellation does
 * not withdraw it; a cancelled stay, or one without benefits due, is withdrawn; otherwise it is open until
 * acknowledged.
 */
export const arrivalStatus = (facts: ArrivalFacts): ArrivalStatus => {
  const isOver = facts.checkOut !== null && facts.checkOut < facts.today
  if (facts.stored === "completed" && isOver) return "completed"
  if (facts.isCancelled || !facts.hasBenefitsDue) return "withdrawn"
  if (isOver) return "completed"
  return facts.isAcknowledged ? "acknowledged" : "open"
}
