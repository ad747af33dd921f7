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
 * The current status of a task, which may differ from the stored one (DOMAIN 6.2): completed after check-out, even if
 * the stay is cancelled or its benefits are no longer due afterwards; withdrawn if that happens before; otherwise open
 * until acknowledged.
 */
export const arrivalStatus = (facts: ArrivalFacts): ArrivalStatus => {
  const isOver = facts.checkOut !== null && facts.checkOut < facts.today
  if (isOver && facts.stored !== "withdrawn") return "completed"
  if (facts.isCancelled || !facts.hasBenefitsDue) return "withdrawn"
  if (isOver) return "completed"
  return facts.isAcknowledged ? "acknowledged" : "open"
}
