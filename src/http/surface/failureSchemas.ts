import { type JsonSchema, Option, Predicate, Schema } from "effect"
import type { OpenApi } from "effect/http-api"
import { openSchema } from "./openSchema.ts"
import { referenceName } from "./referenceName.ts"

/** A failure of one code, as `declaredIn` makes a component of it. */
const decodeFailure = Schema.decodeUnknownOption(
  Schema.Struct({
    properties: Schema.Struct({ code: Schema.Struct({ enum: Schema.Tuple([Schema.String]) }) })
  })
)

/** The code that a failure component is for; undefined for any other component. */
export const failureCode = (component: unknown): string | undefined =>
  Option.getOrUndefined(Option.map(decodeFailure(component), ({ properties }) => properties.code.enum[0]))

/** The shape that failures of one envelope share: `Problem` of the component `Problem_not_found`. */
export const shapeName = (component: string): string => component.split("_")[0] ?? component

/** A failure component without the constants that distinguish it from others of its shape. */
export const failureShape = (component: JsonSchema.JsonSchema): JsonSchema.JsonSchema => {
  const { description: _, properties, ...shape } = openSchema(component)
  const general = Object.entries(Predicate.isObject(properties) ? properties : {}).map(([name, property]) => {
    if (name === "in" || !Predicate.isObject(property)) return [name, property]
    const { enum: _, ...plain } = property
    return [name, plain]
  })
  return { ...shape, properties: Object.fromEntries(general) }
}

/** The failures that `schema` refers to, itself or as alternatives: the names of their components and their codes. */
export const failuresOf = (
  schema: JsonSchema.JsonSchema,
  components: OpenApi.OpenAPIComponents["schemas"]
): ReadonlyArray<{ readonly component: string; readonly code: string }> => {
  const alternatives: ReadonlyArray<unknown> = Array.isArray(schema["anyOf"]) ? schema["anyOf"] : []
  return [schema, ...alternatives].flatMap((alternative) => {
    const component = referenceName(alternative)
    const code = component === undefined ? undefined : failureCode(components[component])
    return component === undefined || code === undefined ? [] : [{ component, code }]
  })
}
