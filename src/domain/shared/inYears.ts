import { DateTime, Schema } from "effect"

/** Checks that a time is within years of UTC, the last one included. */
export const inYears = (first: number, last: number) =>
  Schema.makeFilter(
    (time: DateTime.Utc) => {
      const year = DateTime.getPartUtc(time, "year")
      return first <= year && year <= last
    },
    { expected: `a time in the years ${first} to ${last}`, toJsonSchema: () => ({}) }
  )

/** Checks that PostgreSQL stores a time and prints it in ISO 8601. */
export const storableTime = inYears(1, 9999)
