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

/**
 * What is taken as it is, as the request of a statement that writes records: the domain has made them, the constraints of
 * the tables hold whoever writes, and to look at each field once more costs as much as the statement.
 */
export const given = <A>(): Schema.Codec<A> => Schema.Any

/** A column by two functions, which is compiled where unions and declarations are not; what they throw is a defect. */
const column = <Column, A>(decode: (column: Column) => A, encode: (value: A) => Column) =>
  given<Column>().pipe(Schema.decodeTo(given<A>(), SchemaTransformation.transform({ decode, encode })))

/**
 * `timestamptz` to reckon with; what is only shown is an `Instant`. It takes whatever it is given, so it is no member of a
 * union. With one such column a row is taken apart property by property: rows that come by the dozen in the path of a claim
 * are read as instants and mapped by `timeOf`.
 */
export const Timestamp = column(timeOf, dateOf)

/** `timestamptz` that may be null. */
export const NullableTimestamp = column(nullableTimeOf, nullableDateOf)

/** A time that a query may leave open. */
export const OptionalTimestamp = column(
  (time: TimestampColumn | undefined) => (time === undefined ? undefined : timeOf(time)),
  (time) => (time === undefined ? undefined : dateOf(time))
)

/** JSON as text for a parameter of a `json` or `jsonb` type. */
export const jsonText = <S extends Schema.Constraint>(schema: S) =>
  Schema.String.pipe(
    Schema.decodeTo(
      schema,
      SchemaTransformation.transform<S["Encoded"], string>({
        decode: (text) => JSON.parse(text),
        encode: (value) => JSON.stringify(value)
      })
    )
  )
