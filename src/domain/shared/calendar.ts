import { DateTime } from "effect"

/** The calendar date at a moment in a time zone, given by its IANA name. */
export const dateIn = (moment: DateTime.Utc, timezone: string): string =>
  DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(moment, timezone))

/** The calendar date `days` after another; before it when negative. */
export const addDays = (date: string, days: number): string =>
  DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(`${date}T00:00:00Z`), { days }))
