import { Schema, SchemaTransformation } from "effect"
import { NumberText } from "./NumberText.ts"

const integer = /^-?\d+$/

/**
 * An integer in a query, as `-?` and digits only: no sign `+`, no fraction, no exponent, no space; a repeated parameter
 * does not decode. Bounds are included.
 */
export const QueryInt = (minimum: number, maximum: number) =>
  NumberText({ type: "integer", minimum, maximum }, integer, "an integer").pipe(
    Schema.decodeTo(
      Schema.Int.check(Schema.isBetween({ minimum, maximum })),
      SchemaTransformation.transform({ decode: (text) => Number(text), encode: (value) => String(value) })
    )
  )

/** As `QueryInt`, where whatever is above `most` means `most`, of however many digits. */
export const ClampedQueryInt = (minimum: number, most: number) =>
  NumberText({ type: "integer", minimum, maximum: Number.MAX_SAFE_INTEGER }, integer, "an integer").pipe(
    Schema.decodeTo(
      Schema.Int.check(Schema.isGreaterThanOrEqualTo(minimum)),
      SchemaTransformation.transform({
        decode: (text) => Math.min(Number(text), most),
        encode: (value) => String(value)
      })
    )
  )

/** A decimal in a query: `-?`, digits and a fraction, no exponent; bounds are whole and included. */
export const QueryNumber = (minimum: number, maximum: number) =>
  NumberText({ type: "number", minimum, maximum }, /^-?\d+(?:\.\d+)?$/, "a number").pipe(
    Schema.decodeTo(
      Schema.Finite.check(Schema.isBetween({ minimum, maximum })),
      SchemaTransformation.transform({ decode: (text) => Number(text), encode: (value) => String(value) })
    )
  )

/** A boolean in a query: exactly `true` or `false`. */
export const QueryBoolean = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text) => text === "true",
      encode: (value): "true" | "false" => (value ? "true" : "false")
    })
  )
)

/** A boolean in a query that may be written as a number as well: `true`, `false`, `1` or `0` (MEM-051). */
export const QueryFlag = Schema.Literals(["true", "false", "1", "0"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text) => text === "true" || text === "1",
      encode: (value): "true" | "false" => (value ? "true" : "false")
    })
  )
)
