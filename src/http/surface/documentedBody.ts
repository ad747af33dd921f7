import { type JsonSchema, Predicate } from "effect"
import type { ApiMediaType, ApiRequestBody } from "./ApiDocument.ts"
import type { DocumentFacts, RequestExample } from "./DocumentFacts.ts"
import { openSchema, requestSchema } from "./openSchema.ts"

/** The alternatives of a schema that `orNoBody` made, without the one of no body; undefined for any other schema. */
const bodyAlternatives = ({ anyOf }: JsonSchema.JsonSchema): ReadonlyArray<JsonSchema.JsonSchema> | undefined => {
  const alternatives: ReadonlyArray<JsonSchema.JsonSchema> = Array.isArray(anyOf)
    ? anyOf.filter(Predicate.isObject)
    : []
  const bodies = alternatives.filter(({ type }) => type !== "null")
  return bodies.length === alternatives.length ? undefined : bodies
}

const isFile = (property: unknown): property is object =>
  Predicate.isObject(property) && Reflect.get(property, "format") === "binary"

/** The generator drops what a form says of its files, so the endpoint says it, and here is but that they are files. */
const describedFiles = (schema: JsonSchema.JsonSchema): JsonSchema.JsonSchema => {
  const { properties } = schema
  if (!Predicate.isObject(properties)) return schema
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    isFile(property) ? { ...property, description: "A file; the endpoint says which kinds, and how large" } : property
  ])
  return { ...schema, properties: Object.fromEntries(described) }
}

/** The examples of one content type, if there are any. */
const examplesOf = (bodies: RequestExample["bodies"], contentType: string): ApiMediaType["examples"] => {
  const examples = Object.entries(bodies ?? {}).flatMap(
    ([name, { contentType: of = "application/json", ...example }]) =>
      of === contentType ? [[name, example] as const] : []
  )
  return examples.length === 0 ? undefined : Object.fromEntries(examples)
}

/**
 * A request body of a generated document, with its examples and what is accepted: one made by `orNoBody` is an optional
 * body.
 */
export const documentedBody = (
  requestBody: ApiRequestBody,
  bodies: RequestExample["bodies"],
  unknownFields: DocumentFacts["unknownFields"]
): ApiRequestBody => {
  let required = true
  const accepted = unknownFields === "refused" ? requestSchema : openSchema
  const content = Object.entries(requestBody.content).map(([contentType, media]): [string, ApiMediaType] => {
    const alternatives = bodyAlternatives(media.schema)
    const examples = examplesOf(bodies, contentType)
    const shown = examples === undefined ? media : { ...media, examples }
    if (alternatives === undefined) return [contentType, { ...shown, schema: describedFiles(accepted(media.schema)) }]
    required = false
    const [only = {}, ...more] = alternatives
    return [contentType, { ...shown, schema: accepted(more.length === 0 ? only : { anyOf: alternatives }) }]
  })
  const description = `${required ? "" : "May be left out. "}Fields that the schema does not name are ${unknownFields}.`
  return { ...requestBody, description, content: Object.fromEntries(content), required }
}
