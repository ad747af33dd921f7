import { type JsonSchema, Predicate } from "effect"
import type { ApiMediaType, ApiRequestBody } from "./ApiDocument.ts"
import type { DocumentFacts, RequestExample } from "./DocumentFacts.ts"
import { openSchema, requestSchema } from "./openSchema.ts"

/** The alternatives of an `orNoBody` schema except the absent body; undefined for any other schema. */
const bodyAlternatives = ({ anyOf }: JsonSchema.JsonSchema): ReadonlyArray<JsonSchema.JsonSchema> | undefined => {
  const alternatives: ReadonlyArray<JsonSchema.JsonSchema> = Array.isArray(anyOf)
    ? anyOf.filter(Predicate.isObject)
    : []
  const bodies = alternatives.filter(({ type }) => type !== "null")
  return bodies.length === alternatives.length ? undefined : bodies
}

const isFile = (property: unknown): property is object =>
  Predicate.isObject(property) && Reflect.get(property, "format") === "binary"

/** The generator drops the descriptions of file parts; the endpoint's own description covers them instead. */
const describedFiles = (schema: JsonSchema.JsonSchema): JsonSchema.JsonSchema => {
  const { properties } = schema
  if (!Predicate.isObject(properties)) return schema
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    isFile(property)
      ? { ...property, description: "A file. The operation's description lists the accepted types and sizes." }
      : property
  ])
  return { ...schema, properties: Object.fromEntries(described) }
}

/** The examples of one content type, if any. */
const examplesOf = (bodies: RequestExample["bodies"], contentType: string): ApiMediaType["examples"] => {
  const examples = Object.entries(bodies ?? {}).flatMap(
    ([name, { contentType: exampleType = "application/json", ...example }]) =>
      exampleType === contentType ? [[name, example] as const] : []
  )
  return examples.length === 0 ? undefined : Object.fromEntries(examples)
}

/**
 * Finishes a generated request body: adds examples, states how unknown fields are treated, and makes an `orNoBody` body
 * optional.
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
    const withExamples = examples === undefined ? media : { ...media, examples }
    if (alternatives === undefined)
      return [contentType, { ...withExamples, schema: describedFiles(accepted(media.schema)) }]
    required = false
    const [only = {}, ...more] = alternatives
    return [contentType, { ...withExamples, schema: accepted(more.length === 0 ? only : { anyOf: alternatives }) }]
  })
  const description = `${required ? "" : "Optional. "}Unknown fields are ${unknownFields}.`
  return { ...requestBody, description, content: Object.fromEntries(content), required }
}
