import { DateTime, Schema, SchemaTransformation } from "effect"

/** Parses date, time and offset to epoch milliseconds; NaN for a date that does not exist, such as 30 February. */
const millisOf = (pattern: RegExp, text: string): number => {
  const [, date, time = "00:00", offset = "Z"] = pattern.exec(text) ?? []
  const day = Date.parse(`${date}T00:00:00Z`)
  // `Date.parse` rolls a nonexistent date over into the next month.
  const exists = date !== undefined && !Number.isNaN(day) && new Date(day).toISOString().startsWith(date)
  return exists ? Date.parse(`${date}T${time}${offset.replace(" ", "+").toUpperCase()}`) : Number.NaN
}

/** A timestamp as text. The groups of `pattern` are date, time and offset; precision is milliseconds. */
export const InstantText = (pattern: RegExp, expected: string) =>
  Schema.String.annotate({ format: "date-time" })
    .check(
      Schema.makeFilter(
        (text: string) => {
          if (!pattern.test(text)) return false
          return Number.isNaN(millisOf(pattern, text)) ? "not an existing date and time" : true
        },
        {
          expected,
          // Without this the generator drops the parameter's description together with the filter.
          toJsonSchema: () => ({})
        }
      )
    )
    .pipe(
      Schema.decodeTo(
        Schema.DateTimeUtc,
        SchemaTransformation.transform({
          decode: (text) => DateTime.makeUnsafe(millisOf(pattern, text)),
          encode: (instant) => DateTime.formatIso(instant)
        })
      )
    )
