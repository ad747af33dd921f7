import { type JsonSchema, Predicate, Schema } from "effect"
import type { OpenApi } from "effect/http-api"
import type { ApiParameter } from "./ApiDocument.ts"
import { openSchema } from "./openSchema.ts"

const decodeJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))

/** What a check adds to the schema, without the default and description, which belong to the parameter as a whole. */
const constraintOf = ({ default: _, description: __, ...constraint }: JsonSchema.JsonSchema) => constraint

/** The schema of the parameter's text, or of the JSON value the text contains: a number is documented as a number. */
const valueSchema = (schema: JsonSchema.JsonSchema, byDefault: unknown): JsonSchema.JsonSchema => {
  const { contentMediaType, contentSchema } = schema
  if (contentMediaType !== "application/json" || !Predicate.isObject(contentSchema)) {
    return { ...openSchema(schema), ...(byDefault === undefined ? undefined : { default: byDefault }) }
  }
  return { ...contentSchema, ...(byDefault === undefined ? undefined : { default: decodeJson(byDefault) }) }
}

/**
 * Moves a parameter's description and default to where readers look, wherever the generator put them, and adds its
 * example.
 */
export const documentedParameter = (
  parameter: OpenApi.OpenAPISpecParameter,
  example: string | number | undefined
): ApiParameter => {
  const { schema: generated, ...rest } = parameter
  const { allOf, ...text }: JsonSchema.JsonSchema = Predicate.isObject(generated) ? generated : {}
  const parts: ReadonlyArray<JsonSchema.JsonSchema> = Array.isArray(allOf) ? allOf.filter(Predicate.isObject) : []
  const annotated = [text, ...parts]
  const description = annotated.map((part) => part["description"]).find(Predicate.isString)
  const byDefault = annotated.map((part) => part["default"]).find(Predicate.isNotUndefined)
  const constraints = parts.map(constraintOf).filter((part) => Object.keys(part).length > 0)
  const schema = { ...constraintOf(text), ...(constraints.length === 0 ? undefined : { allOf: constraints }) }
  return {
    ...rest,
    ...(description === undefined ? undefined : { description }),
    schema: valueSchema(schema, byDefault),
    ...(example === undefined ? undefined : { example })
  }
}
