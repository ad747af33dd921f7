import { type JsonSchema, Predicate, Schema } from "effect"
import { openSchema, requestSchema } from "../surface/documents/openSchema.ts"

const prefix = "#/$defs/"

/**
 * Inlines all references: assistants read schemas as text, and some hosts do not resolve references. Annotations next
 * to a reference take precedence. No schema here is recursive.
 */
const inlined = ({ definitions, schema }: JsonSchema.Document<"draft-2020-12">): JsonSchema.JsonSchema => {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    if (!Predicate.isObject(value)) return value
    const { $ref: reference, ...siblings } = value
    const referred = Predicate.isString(reference) ? definitions[reference.slice(prefix.length)] : undefined
    return Object.fromEntries(
      Object.entries({ ...referred, ...siblings }).map(([name, inner]) => [name, within(inner)])
    )
  }
  const result = within(schema)
  return Predicate.isObject(result) ? result : {}
}

/** The input schema of a tool; unknown fields are refused. */
export const inputSchema = (schema: Schema.Constraint) =>
  requestSchema(inlined(Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" })))

/** The output schema of a tool, open to additional fields (GEN-008). */
export const outputSchema = (schema: Schema.Constraint) => openSchema(inlined(Schema.toJsonSchemaDocument(schema)))
