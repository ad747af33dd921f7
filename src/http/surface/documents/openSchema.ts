import { type JsonSchema, Predicate } from "effect"

/** Applies `change` to a JSON Schema and every schema nested in it, outermost first. */
const throughout = (change: (schema: JsonSchema.JsonSchema) => JsonSchema.JsonSchema) => {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    return Predicate.isObject(value) ? changed(value) : value
  }
  const changed = (schema: JsonSchema.JsonSchema): JsonSchema.JsonSchema =>
    Object.fromEntries(Object.entries(change(schema)).map(([name, value]) => [name, within(value)]))
  return changed
}

/** Drops the safe-integer bounds that the generator adds: they are not part of the contract. */
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
 * Moves a schema's annotations to its top level. The generator puts those of a constrained or referenced schema into an
 * `allOf`, where few readers look; JSON Schema 2020-12 allows them next to a `$ref`.
 */
const described = ({ allOf, ...schema }: JsonSchema.JsonSchema): JsonSchema.JsonSchema => {
  if (!Array.isArray(allOf)) return allOf === undefined ? schema : { ...schema, allOf }
  const parts = allOf.filter(Predicate.isObject)
  const constraints = parts.filter((part) => !isAnnotation(part))
  const annotated = Object.assign({}, schema, ...parts.filter(isAnnotation))
  if (constraints.length === 0) return annotated
  const [only, ...more] = constraints
  return isAnnotation(schema) && more.length === 0 ? { ...only, ...annotated } : { ...annotated, allOf: constraints }
}

/** Replaces an `anyOf` of one schema, which the generator writes for a choice of one literal, by that schema. */
const withoutChoiceOfOne = (schema: JsonSchema.JsonSchema): JsonSchema.JsonSchema => {
  const { anyOf, ...others } = schema
  const [only, ...more]: ReadonlyArray<unknown> = Array.isArray(anyOf) ? anyOf : []
  return Predicate.isObject(only) && more.length === 0 && isAnnotation(others) ? { ...only, ...others } : schema
}

const open = ({ additionalProperties, ...schema }: JsonSchema.JsonSchema): JsonSchema.JsonSchema =>
  additionalProperties === undefined || additionalProperties === false ? schema : { ...schema, additionalProperties }

/** A request schema; it stays closed, because unknown fields are refused. */
export const requestSchema = throughout((schema) => unboundedInteger(withoutChoiceOfOne(described(schema))))

/**
 * A response schema without `additionalProperties: false`, which would make every added field a breaking change
 * (GEN-008).
 */
export const openSchema = throughout((schema) => open(unboundedInteger(described(schema))))
