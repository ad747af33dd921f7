import { DateTime } from "effect"
import type { CustomDomainRow } from "./CustomDomain.ts"
import { failureKept, recordsAwaited, recordsMissed } from "./judgeDomain.ts"

const eager = { hours: 1 } as const

/** A deadline that has passed decides at the first answer, and until then it is waited for as without one. */
const within = (deadline: DateTime.Utc, next: DateTime.Utc, now: DateTime.Utc) =>
  DateTime.isGreaterThan(deadline, now) && DateTime.isLessThan(deadline, next) ? deadline : next

/**
 * When the job looks at a domain again that was checked now: while it is pending every 5 minutes in its first hour, then
 * every hour, while it is verifying every minute, once it is verified every hour; and when its time has run out. Null
 * when nothing is due.
 */
export const nextCheckOf = (
  domain: Pick<CustomDomainRow, "status" | "statusSince" | "lostSince" | "failureReason">,
  now: DateTime.Utc
): DateTime.Utc | null => {
  const { failureReason, lostSince, status, statusSince } = domain
  if (status === "verifying") return DateTime.add(now, { minutes: 1 })
  if (status === "failed") return failureReason === "dns_timeout" ? DateTime.add(statusSince, failureKept) : null
  const hourly = DateTime.add(now, { hours: 1 })
  if (status === "verified") {
    return lostSince === null ? hourly : within(DateTime.add(lostSince, recordsMissed), hourly, now)
  }
  const isEager = DateTime.isLessThan(now, DateTime.add(statusSince, eager))
  return within(DateTime.add(statusSince, recordsAwaited), isEager ? DateTime.add(now, { minutes: 5 }) : hourly, now)
}
