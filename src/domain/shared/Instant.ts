import { DateTime, Schema } from "effect"

/**
 * A moment as ISO 8601 text in UTC with milliseconds, for records that only pass times through: a page has hundreds,
 * and parsing and formatting each would cost many times more.
 */
export const Instant = Schema.String.annotate({ format: "date-time" })

/** A time as an `Instant`; null for none. */
export const instantOrNull = (time: DateTime.Utc | null): string | null =>
  time === null ? null : DateTime.formatIso(time)
