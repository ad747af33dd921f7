import { DateTime } from "effect"
import type { CustomDomain } from "./CustomDomain.ts"
import { failureRetention, dnsTimeout, dnsLossGrace } from "./domainTriggerFor.ts"

const eagerPhase = { hours: 1 } as const

/** The deadline if it lies between now and the next check; a passed deadline takes effect with the next answer. */
const orDeadline = (deadline: DateTime.Utc, next: DateTime.Utc, now: DateTime.Utc) =>
  DateTime.isGreaterThan(deadline, now) && DateTime.isLessThan(deadline, next) ? deadline : next

/**
 * When a domain that was checked now is due again: pending, every 5 minutes in the first hour, then hourly; verifying,
 * every minute; verified, hourly; earlier if a deadline passes before. Null if nothing is due.
 */
export const nextCheckOf = (
  domain: Pick<CustomDomain, "status" | "statusSince" | "lostSince" | "failureReason">,
  now: DateTime.Utc
): DateTime.Utc | null => {
  const { failureReason, lostSince, status, statusSince } = domain
  if (status === "verifying") return DateTime.add(now, { minutes: 1 })
  if (status === "failed") return failureReason === "dns_timeout" ? DateTime.add(statusSince, failureRetention) : null
  const hourly = DateTime.add(now, { hours: 1 })
  if (status === "verified") {
    return lostSince === null ? hourly : orDeadline(DateTime.add(lostSince, dnsLossGrace), hourly, now)
  }
  const isEager = DateTime.isLessThan(now, DateTime.add(statusSince, eagerPhase))
  return orDeadline(DateTime.add(statusSince, dnsTimeout), isEager ? DateTime.add(now, { minutes: 5 }) : hourly, now)
}
