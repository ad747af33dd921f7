import type { MemberId } from "../members/Member.ts"
import { addDays } from "../shared/calendar.ts"
import type { StayFacts } from "./StayFacts.ts"
import { mayEarn } from "./StayPoints.ts"

/**
 * Days to wait after check-out, local to the venue: for the PMS to report it, and for member and spend to become known.
 */
export const waitingDays = { checkOut: 2, unknown: 180 } as const

/** `earns` and `ends` finalise a stay, the latter without points and for good; `calledOff` cancels its pending points. */
export type StayOutcome = "earns" | "ends" | "calledOff" | "waits"

/**
 * How finalisation treats a stay; `today` is the date at its venue (DOMAIN 6.1). A member with a closed account counts
 * as known; the stay then earns nothing. A stay that was never confirmed waits until it is confirmed or cancelled.
 */
export const stayOutcome = (
  stay: { readonly memberId: MemberId | null; readonly checkOut: string | null; readonly facts: StayFacts },
  today: string
): StayOutcome => {
  const { checkOut, facts, memberId } = stay
  if (facts.stored !== null) return "waits"
  if (!mayEarn(facts)) return "calledOff"
  if (checkOut === null) return "waits"
  if (memberId === null || facts.spendMinor === null) {
    return checkOut < addDays(today, -waitingDays.unknown) ? "ends" : "waits"
  }
  if (facts.status === "pending") return "waits"
  const isOver = facts.pmsStatus === "checked_out" ? checkOut < today : checkOut < addDays(today, -waitingDays.checkOut)
  return isOver ? "earns" : "waits"
}
