import { type JsonSchema, Predicate, Schema } from "effect"
import { openSchema, requestSchema } from "../surface/openSchema.ts"

const prefix = "#/$defs/"

/**
 * A schema with its definitions in place: assistants read schemas as text, and some hosts do not follow references. What
 * is said beside a reference wins. No schema here refers to itself.
 */
const inPlace = ({ definitions, schema }: JsonSchema.Document<"draft-2020-12">): JsonSchema.JsonSchema => {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    if (!Predicate.isObject(value)) return value
    const { $ref: reference, ...beside } = value
    const referred = Predicate.isString(reference) ? definitions[reference.slice(prefix.length)] : undefined
    return Object.fromEntries(Object.entries({ ...referred, ...beside }).map(([name, inner]) => [name, within(inner)]))
  }
  const placed = within(schema)
  return Predicate.isObject(placed) ? placed : {}
}

/** What a tool takes: fields that it does not name are refused. */
export const inputSchema = (schema: Schema.Constraint) =>
  requestSchema(inPlace(Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" })))

/** What a tool answers: there may be more fields one day (GEN-008). */
export const outputSchema = (schema: Schema.Constraint) => openSchema(inPlace(Schema.toJsonSchemaDocument(schema)))
