import { DateTime, Schema, SchemaTransformation } from "effect"

/** A `timestamptz` on its way: as a column ISO text, as a parameter a date, which tells PostgreSQL its type. */
export type TimestampColumn = string | Date

/** A column as a time to reckon with. */
export const timeOf = (column: TimestampColumn): DateTime.Utc =>
  DateTime.fromDateUnsafe(typeof column === "string" ? new Date(column) : column)

export const nullableTimeOf = (column: TimestampColumn | null) => (column === null ? null : timeOf(column))

/** A time as a parameter. */
export const dateOf = (time: DateTime.Utc): TimestampColumn => DateTime.toDateUtc(time)

export const nullableDateOf = (time: DateTime.Utc | null) => (time === null ? null : dateOf(time))

/** JSON as a parameter of text, whole: fields that a type does not name are written too. None is NULL and not the JSON `null`. */
export const jsonOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

const isColumn = (column: unknown): column is TimestampColumn => typeof column === "string" || column instanceof Date

const isTime = (time: unknown): time is DateTime.Utc => DateTime.isDateTime(time) && DateTime.isUtc(time)

/** A value that `is` the type it is taken for. A check on an unknown is compiled, where unions and declarations are not. */
const checked = <A>(is: (value: unknown) => value is A, expected: string) =>
  Schema.toType(Schema.Unknown.pipe(Schema.refine(is, { expected })))

const nullOr =
  <A>(is: (value: unknown) => value is A) =>
  (value: unknown): value is A | null =>
    value === null || is(value)

const undefinedOr =
  <A>(is: (value: unknown) => value is A) =>
  (value: unknown): value is A | undefined =>
    value === undefined || is(value)

/**
 * `timestamptz` to reckon with; what is only shown is an `Instant`. What is text but no time is a defect. With one such
 * column a row is taken apart property by property: rows that come by the dozen in the path of a claim are read as instants
 * and mapped by `timeOf`.
 */
export const Timestamp = checked(isColumn, "a timestamp").pipe(
  Schema.decodeTo(checked(isTime, "a time in UTC"), SchemaTransformation.transform({ decode: timeOf, encode: dateOf }))
)

/** `timestamptz` that may be null. */
export const NullableTimestamp = checked(nullOr(isColumn), "a timestamp or null").pipe(
  Schema.decodeTo(
    checked(nullOr(isTime), "a time in UTC or null"),
    SchemaTransformation.transform({ decode: nullableTimeOf, encode: nullableDateOf })
  )
)

/** A time that a query may leave open. */
export const OptionalTimestamp = checked(undefinedOr(isColumn), "a timestamp or nothing").pipe(
  Schema.decodeTo(
    checked(undefinedOr(isTime), "a time in UTC or nothing"),
    SchemaTransformation.transform({
      decode: (column) => (column === undefined ? undefined : timeOf(column)),
      encode: (time) => (time === undefined ? undefined : dateOf(time))
    })
  )
)
