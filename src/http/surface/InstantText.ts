import { DateTime, Schema, SchemaTransformation } from "effect"

/** The moment of a text in milliseconds, by its date, time and offset; NaN for one that names none, as 30 February. */
const millisOf = (written: RegExp, text: string): number => {
  const [, date, time = "00:00", offset = "Z"] = written.exec(text) ?? []
  const day = Date.parse(`${date}T00:00:00Z`)
  // A date that does not exist is read as one of the next month.
  const exists = date !== undefined && !Number.isNaN(day) && new Date(day).toISOString().startsWith(date)
  return exists ? Date.parse(`${date}T${time}${offset.replace(" ", "+")}`) : Number.NaN
}

/** A moment as text, whose date, time and offset `written` has as groups; fractions count to milliseconds. */
export const InstantText = (written: RegExp, expected: string) =>
  Schema.String.annotate({ format: "date-time" })
    .check(
      Schema.makeFilter(
        (text: string) => (Number.isNaN(millisOf(written, text)) ? "not a moment that exists" : undefined),
        {
          expected,
          // Without this, documents lose what is said of a parameter together with the filter.
          toJsonSchema: () => ({})
        }
      )
    )
    .pipe(
      Schema.decodeTo(
        Schema.DateTimeUtc,
        SchemaTransformation.transform({
          decode: (text) => DateTime.makeUnsafe(millisOf(written, text)),
          encode: (moment) => DateTime.formatIso(moment)
        })
      )
    )
