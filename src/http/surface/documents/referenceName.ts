import { Predicate } from "effect"

/** The component name of a `$ref`; undefined if the schema is not a reference. */
export const referenceName = (schema: unknown): string | undefined =>
  Predicate.hasProperty(schema, "$ref") && typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined
