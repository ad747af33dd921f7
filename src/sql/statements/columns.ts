import { DateTime, identity, Schema, SchemaTransformation } from "effect"
import { Instant } from "../../domain/shared/Instant.ts"

/** A `timestamptz`: ISO text in a result, a `Date` as a parameter, from which PostgreSQL infers the type. */
export type TimestampColumn = string | Date

/** A column as a `DateTime`, for calculations. */
export const timeOf = (column: TimestampColumn): DateTime.Utc =>
  DateTime.fromDateUnsafe(typeof column === "string" ? new Date(column) : column)

export const nullableTimeOf = (column: TimestampColumn | null) => (column === null ? null : timeOf(column))

/** A time as a parameter. */
export const dateOf = (time: DateTime.Utc): TimestampColumn => DateTime.toDateUtc(time)

export const nullableDateOf = (time: DateTime.Utc | null) => (time === null ? null : dateOf(time))

/**
 * JSON as a text parameter, including fields that the type does not declare. Undefined is NULL, not the JSON `null`.
 */
export const jsonOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

const isColumn = (column: unknown): column is TimestampColumn => typeof column === "string" || column instanceof Date

const isTime = (time: unknown): time is DateTime.Utc => DateTime.isDateTime(time) && DateTime.isUtc(time)

/** A schema of what `is` accepts. The schema compiler compiles a check on unknown, but not unions and declarations. */
export const checked = <A>(is: (value: unknown) => value is A, expected: string) =>
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
 * A `timestamptz` as a `DateTime`, for calculations; use `Instant` for display. Invalid text is a defect. Rows with
 * such a column are decoded property by property, so rows that a claim reads by the dozen use instants and `timeOf`
 * instead.
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

const inUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?\+00:00$/u

/**
 * A `timestamptz` within a JSON column as an `Instant`. Rewrites the text directly if the server is in UTC, which is the
 * default; other offsets are parsed. Microseconds are dropped.
 */
export const instantOf = (text: string): string =>
  inUtc.test(text)
    ? `${text.slice(0, 19)}.${text.length === 25 ? "000" : text.slice(20, -6).padEnd(3, "0").slice(0, 3)}Z`
    : new Date(text).toISOString()

/** A `timestamptz` within a JSON column, as an `Instant`. */
export const InstantInJson = Schema.String.pipe(
  Schema.decodeTo(Instant, SchemaTransformation.transform({ decode: instantOf, encode: identity }))
)

const isText = (text: unknown): text is string => typeof text === "string"

/** A `timestamptz` within a JSON column that may be null. */
export const NullableInstantInJson = checked(nullOr(isText), "a text or null").pipe(
  Schema.decodeTo(
    checked(nullOr(isText), "an instant or null"),
    SchemaTransformation.transform({ decode: (text) => text && instantOf(text), encode: identity })
  )
)

/** An optional time parameter. */
export const OptionalTimestamp = checked(undefinedOr(isColumn), "a timestamp or nothing").pipe(
  Schema.decodeTo(
    checked(undefinedOr(isTime), "a time in UTC or nothing"),
    SchemaTransformation.transform({
      decode: (column) => (column === undefined ? undefined : timeOf(column)),
      encode: (time) => (time === undefined ? undefined : dateOf(time))
    })
  )
)
