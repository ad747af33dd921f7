import { DateTime, Schema, SchemaTransformation } from "effect"

const written = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+ -]\d{2}:\d{2})?)?$/u

/** The moment of a text in milliseconds; NaN for one that names none, as 30 February. */
const millisOf = (text: string): number => {
  const [, date, time = "00:00", offset = "Z"] = written.exec(text) ?? []
  const day = Date.parse(`${date}T00:00:00Z`)
  // A date that does not exist is read as one of the next month.
  const exists = date !== undefined && !Number.isNaN(day) && new Date(day).toISOString().startsWith(date)
  return exists ? Date.parse(`${date}T${time}${offset.replace(" ", "+")}`) : Number.NaN
}

/**
 * A moment in a query, as ISO 8601: a date means its midnight, a time without an offset is UTC, fractions count to
 * milliseconds (MEM-096). A space stands for the `+` of an offset that was not percent-encoded.
 */
export const QueryInstant = Schema.String.annotate({ format: "date-time" })
  .check(
    Schema.makeFilter((text: string) => (Number.isNaN(millisOf(text)) ? "not a moment that exists" : undefined), {
      expected: "an ISO 8601 timestamp or date",
      // Without this, documents lose what is said of a parameter together with the filter.
      toJsonSchema: () => ({})
    })
  )
  .pipe(
    Schema.decodeTo(
      Schema.DateTimeUtc,
      SchemaTransformation.transform({
        decode: (text) => DateTime.makeUnsafe(millisOf(text)),
        encode: (moment) => DateTime.formatIso(moment)
      })
    )
  )

/** A period whose end lies before its beginning is refused; one that ends as it begins is empty. */
export const notReversed = Schema.makeFilter(
  ({ from, to }: { readonly from?: DateTime.Utc | undefined; readonly to?: DateTime.Utc | undefined }) =>
    from !== undefined && to !== undefined && DateTime.isGreaterThan(from, to)
      ? { path: ["from"], issue: "must not be after `to`" }
      : undefined
)
