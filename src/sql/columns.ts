import { DateTime, Schema, SchemaTransformation } from "effect"
import { Instant } from "../domain/shared/Instant.ts"

/** A `timestamptz` on its way: as a column text, as a parameter a date. */
export type TimestampColumn = string | Date

const toDateTime = (column: TimestampColumn) =>
  typeof column === "string" ? DateTime.makeUnsafe(Date.parse(column)) : DateTime.fromDateUnsafe(column)

/** `timestamptz` to reckon with: columns arrive as an `Instant`, parameters go as a date, which tells PostgreSQL their type. */
export const Timestamp = Schema.Union([Instant, Schema.Date]).pipe(
  Schema.decodeTo(
    Schema.DateTimeUtc,
    // The library's own takes anything that can be a time, which costs three times as much.
    SchemaTransformation.transform({
      decode: toDateTime,
      encode: (time): TimestampColumn => DateTime.toDateUtc(time)
    })
  )
)

/** `timestamptz` that may be null: as one transformation, because to try each side of a union costs most where it is null. */
export const NullableTimestamp = Schema.Union([Schema.Null, Instant, Schema.Date]).pipe(
  Schema.decodeTo(
    Schema.NullOr(Schema.DateTimeUtc),
    SchemaTransformation.transform({
      decode: (column) => (column === null ? null : toDateTime(column)),
      encode: (time) => (time === null ? null : DateTime.toDateUtc(time))
    })
  )
)

/** JSON as text for a `jsonb` parameter. None is NULL and not the JSON value `null`, so it is looked at first. */
export const NullableJsonText = Schema.Union([Schema.Null, Schema.fromJsonString(Schema.Json)])
