import { Schema } from "effect"

/** An internal row id, shown to callers only where the API requires it. */
export const RowId = Schema.Int.check(Schema.isGreaterThan(0))

/** An id that no row has: the column's largest value, which no sequence reaches. */
export const noRow = 2_147_483_647

/** A calendar date `YYYY-MM-DD` that exists. */
export const CalendarDate = Schema.String.annotate({ format: "date" }).check(
  Schema.isPattern(/^(?!0000)\d{4}-\d{2}-\d{2}$/u, { expected: "a date YYYY-MM-DD" }).abort(),
  Schema.makeFilter(
    (text: string) => {
      const time = Date.parse(`${text}T00:00:00Z`)
      return Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
        ? undefined
        : "not a date that exists"
    },
    { expected: "a calendar date" }
  )
)

/** The environment of a key and its data: a key of one never works in another (PAR-099). */
export const Environment = Schema.Literals(["production", "sandbox", "development"])
export type Environment = typeof Environment.Type
