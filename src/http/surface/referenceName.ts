import { Predicate } from "effect"

/** The name of the component that a schema refers to, when it is a reference. */
export const referenceName = (schema: unknown): string | undefined =>
  Predicate.hasProperty(schema, "$ref") && typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined
