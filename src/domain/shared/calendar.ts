import { DateTime } from "effect"

/** The calendar date at a moment in a time zone (IANA name). */
export const dateIn = (moment: DateTime.Utc, timezone: string): string =>
  DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(moment, timezone))

/** The calendar date `days` after `date`, or before it when negative. */
export const addDays = (date: string, days: number): string =>
  DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(`${date}T00:00:00Z`), { days }))

/** The moment at which a calendar date begins in a time zone (IANA name). */
export const midnightIn = (date: string, timezone: string): DateTime.Utc =>
  DateTime.toUtc(DateTime.makeZonedUnsafe(`${date}T00:00:00Z`, { timeZone: timezone, adjustForTimeZone: true }))

/** The number of days between two calendar dates; negative when `to` is the earlier one. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
