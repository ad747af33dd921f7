import { DateTime, Schema, SchemaTransformation } from "effect"

/** `int8` as the driver gives it, for counters that stay below 2^53. */
export const Int8 = Schema.BigInt.pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({ decode: (value) => Number(value), encode: (value) => BigInt(value) })
  )
)

/** `timestamptz`: the driver gives and takes a JS date; microseconds are dropped. */
export const Timestamp = Schema.Date.pipe(
  Schema.decodeTo(
    Schema.DateTimeUtc,
    // The library's own takes anything that can be a time, which costs three times as much.
    SchemaTransformation.transform({ decode: DateTime.fromDateUnsafe, encode: DateTime.toDateUtc })
  )
)

/** `timestamptz` that may be null: as one transformation, because to try each side of a union costs most where it is null. */
export const NullableTimestamp = Schema.NullOr(Schema.Date).pipe(
  Schema.decodeTo(
    Schema.NullOr(Schema.DateTimeUtc),
    SchemaTransformation.transform({
      decode: (date) => (date === null ? null : DateTime.fromDateUnsafe(date)),
      encode: (time) => (time === null ? null : DateTime.toDateUtc(time))
    })
  )
)

/** JSON as text for a `jsonb` parameter. None is NULL and not the JSON value `null`, so it is looked at first. */
export const NullableJsonText = Schema.Union([Schema.Null, Schema.fromJsonString(Schema.Json)])
