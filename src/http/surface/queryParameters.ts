import { Schema, SchemaTransformation } from "effect"

/** How documents know that a text stands for an integer: its bounds, as a format that `integerSchema` reads back. */
export const integerFormat = (minimum: number, maximum: number) => `integer ${minimum} ${maximum}`

/** The JSON Schema of a parameter marked by `QueryInt` or `QueryNumber`; undefined for any other. */
export const integerSchema = (format: unknown) => {
  const bounds = typeof format === "string" ? /^(integer|number) (-?\d+) (-?\d+)$/.exec(format) : null
  return bounds === null ? undefined : { type: bounds[1], minimum: Number(bounds[2]), maximum: Number(bounds[3]) }
}

/**
 * An integer in a query, as `-?` and digits only: no sign `+`, no fraction, no exponent, no space; a repeated parameter
 * does not decode.
 */
export const QueryInt = (minimum: number, maximum: number) =>
  Schema.String.annotate({ format: integerFormat(minimum, maximum) })
    .check(Schema.isPattern(/^-?\d{1,16}$/, { expected: "an integer" }))
    .pipe(
      Schema.decodeTo(
        Schema.Int.check(Schema.isBetween({ minimum, maximum })),
        SchemaTransformation.transform({ decode: (text) => Number(text), encode: (value) => String(value) })
      )
    )

/** A decimal in a query: `-?`, digits and a fraction, no exponent; bounds are whole and included. */
export const QueryNumber = (minimum: number, maximum: number) =>
  Schema.String.annotate({ format: `number ${minimum} ${maximum}` })
    .check(Schema.isPattern(/^-?\d{1,16}(?:\.\d{1,16})?$/, { expected: "a number" }))
    .pipe(
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
