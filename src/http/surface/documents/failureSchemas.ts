import { type JsonSchema, Option, Predicate, Schema } from "effect"
import type { OpenApi } from "effect/http-api"
import { openSchema } from "./openSchema.ts"
import { referenceName } from "./referenceName.ts"

/** Matches a component that `declaredIn` made for one failure code. */
const decodeFailure = Schema.decodeUnknownOption(
  Schema.Struct({
    properties: Schema.Struct({ code: Schema.Struct({ enum: Schema.Tuple([Schema.String]) }) })
  })
)

/** The failure code of a component; undefined for any other component. */
export const failureCode = (component: unknown): string | undefined =>
  Option.getOrUndefined(Option.map(decodeFailure(component), ({ properties }) => properties.code.enum[0]))

/** The name shared by all failures of an envelope: `Problem` for the component `Problem_not_found`. */
export const shapeName = (component: string): string => component.split("_")[0] ?? component

/** A failure component without the constants of its code: the shape shared by all failures of its envelope. */
export const failureShape = (component: JsonSchema.JsonSchema): JsonSchema.JsonSchema => {
  const { description: _, properties, ...shape } = openSchema(component)
  const general = Object.entries(Predicate.isObject(properties) ? properties : {}).map(([name, property]) => {
    if (name === "in" || !Predicate.isObject(property)) return [name, property]
    const { enum: _, ...plain } = property
    return [name, plain]
  })
  return { ...shape, properties: Object.fromEntries(general) }
}

/** Component names and codes of the failures that `schema` refers to, directly or in `anyOf`. */
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
