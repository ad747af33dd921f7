import { Schema, SchemaTransformation } from "effect"

/** How documents know that a text stands for an integer: its bounds, as a format that `integerSchema` reads back. */
const integerFormat = (minimum: number, maximum: number) => `integer ${minimum} ${maximum}`

/** The JSON Schema of a parameter marked by `QueryInt`; undefined for any other. */
export const integerSchema = (format: unknown) => {
  const bounds = typeof format === "string" ? /^integer (-?\d+) (-?\d+)$/.exec(format) : null
  return bounds === null ? undefined : { type: "integer", minimum: Number(bounds[1]), maximum: Number(bounds[2]) }
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
