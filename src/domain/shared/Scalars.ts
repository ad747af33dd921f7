import { Schema } from "effect"
import { maxInt } from "./maxInt.ts"

/** An internal row id, shown to callers only where the API requires it. */
export const RowId = Schema.Int.check(Schema.isGreaterThan(0))

/** An id that matches no row: the column's maximum, which no sequence reaches. */
export const noRow = maxInt

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The number of days in a month (1 to 12) of the Gregorian calendar; 0 for any other month. */
const daysOf = (year: number, month: number): number => {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && isLeap ? 29 : (monthDays[month - 1] ?? 0)
}

/** A calendar date `YYYY-MM-DD` that exists. */
export const CalendarDate = Schema.String.annotate({ format: "date" }).check(
  Schema.isPattern(/^(?!0000)\d{4}-\d{2}-\d{2}$/u, { expected: "a date YYYY-MM-DD" }).abort(),
  Schema.makeFilter(
    // Arithmetic instead of the platform's date parser, which costs a microsecond each: a page has dozens of dates.
    (text: string) => {
      const day = Number(text.slice(8))
      return day >= 1 && day <= daysOf(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
        ? undefined
        : "not an existing date"
    },
    { expected: "a calendar date" }
  )
)

/** The first `CalendarDate`: in an order by date, it stands for a missing one and for the position before the first. */
export const firstDay = "0001-01-01"

/** The environment of a key and its data: a key of one never works in another (PAR-099). */
export const Environment = Schema.Literals(["production", "sandbox", "development"])
export type Environment = typeof Environment.Type
