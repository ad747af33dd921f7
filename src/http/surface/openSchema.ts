import { type JsonSchema, Predicate } from "effect"

/** `change` made to a JSON Schema and to every schema within it, from the outside in. */
const throughout = (change: (schema: JsonSchema.JsonSchema) => JsonSchema.JsonSchema) => {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    return Predicate.isObject(value) ? changed(value) : value
  }
  const changed = (schema: JsonSchema.JsonSchema): JsonSchema.JsonSchema =>
    Object.fromEntries(Object.entries(change(schema)).map(([name, value]) => [name, within(value)]))
  return changed
}

/** Integers without the bounds of JavaScript's: those are the generator's, not the contract's. */
const unboundedInteger = (schema: JsonSchema.JsonSchema): JsonSchema.JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).filter(
      ([name, value]) =>
        !(name === "minimum" && value === Number.MIN_SAFE_INTEGER) &&
        !(name === "maximum" && value === Number.MAX_SAFE_INTEGER)
    )
  )

const annotations: ReadonlySet<string> = new Set(["title", "description", "default", "examples", "format"])

const isAnnotation = (schema: JsonSchema.JsonSchema): boolean =>
  Object.keys(schema).every((name) => annotations.has(name))

/**
 * A schema with what is said of it at its top. The generator says of a constrained or referenced schema in an `allOf`,
 * where readers of documents do not look; JSON Schema 2020-12 allows it beside a `$ref`.
 */
const described = ({ allOf, ...schema }: JsonSchema.JsonSchema): JsonSchema.JsonSchema => {
  if (!Array.isArray(allOf)) return allOf === undefined ? schema : { ...schema, allOf }
  const parts = allOf.filter(Predicate.isObject)
  const constraints = parts.filter((part) => !isAnnotation(part))
  const said = Object.assign({}, schema, ...parts.filter(isAnnotation))
  if (constraints.length === 0) return said
  const [only, ...more] = constraints
  return isAnnotation(schema) && more.length === 0 ? { ...only, ...said } : { ...said, allOf: constraints }
}

const open = ({ additionalProperties, ...schema }: JsonSchema.JsonSchema): JsonSchema.JsonSchema =>
  additionalProperties === undefined || additionalProperties === false ? schema : { ...schema, additionalProperties }

/** A schema of a request: fields that it does not name are refused where the operation says so. */
export const requestSchema = throughout((schema) => unboundedInteger(described(schema)))

/** A schema of an answer. One that forbade further fields would make every addition a breaking change (GEN-008). */
export const openSchema = throughout((schema) => open(unboundedInteger(described(schema))))
