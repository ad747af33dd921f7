import { Schema, SchemaTransformation } from "effect"

/** `int8` as the driver gives it, for counters that stay below 2^53. */
export const Int8 = Schema.BigInt.pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({ decode: (value) => Number(value), encode: (value) => BigInt(value) })
  )
)

/** `timestamptz`: the driver gives and takes a JS date; microseconds are dropped. */
export const Timestamp = Schema.DateTimeUtcFromDate
