import { Schema, SchemaTransformation } from "effect"
import { NumberText } from "./NumberText.ts"

const integer = /^-?\d+$/

/**
 * An integer in a query: digits with an optional `-`; no `+`, fraction, exponent or space, and no repeated parameter
 * . Bounds are inclusive.
 */
export const QueryInt = (minimum: number, maximum: number) =>
  NumberText({ type: "integer", minimum, maximum }, integer, "an integer").pipe(
    Schema.decodeTo(
      Schema.Int.check(Schema.isBetween({ minimum, maximum })),
      SchemaTransformation.transform({ decode: (text) => Number(text), encode: (value) => String(value) })
    )
  )

/** Like `QueryInt`, but values above `most`, of any number of digits, are clamped to it. */
export const ClampedQueryInt = (minimum: number, most: number) =>
  NumberText({ type: "integer", minimum }, integer, "an integer").pipe(
    Schema.decodeTo(
      Schema.Int.check(Schema.isGreaterThanOrEqualTo(minimum)),
      SchemaTransformation.transform({
        decode: (text) => Math.min(Number(text), most),
        encode: (value) => String(value)
      })
    )
  )

/** A decimal in a query: digits with an optional `-` and fraction, no exponent. Bounds are integers and inclusive. */
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

/** A boolean in a query that may also be written as a number: `true`, `false`, `1` or `0` (MEM-051). */
export const QueryFlag = Schema.Literals(["true", "false", "1", "0"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text) => text === "true" || text === "1",
      encode: (value): "true" | "false" => (value ? "true" : "false")
    })
  )
)
