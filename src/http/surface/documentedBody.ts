import { type JsonSchema, Predicate } from "effect"
import type { ApiMediaType, ApiRequestBody } from "./ApiDocument.ts"
import { requestSchema } from "./openSchema.ts"

/** The alternatives of a schema that `orNoBody` made, without the one of no body; undefined for any other schema. */
const sentAlternatives = ({ anyOf }: JsonSchema.JsonSchema): ReadonlyArray<JsonSchema.JsonSchema> | undefined => {
  const alternatives: ReadonlyArray<JsonSchema.JsonSchema> = Array.isArray(anyOf)
    ? anyOf.filter(Predicate.isObject)
    : []
  const sent = alternatives.filter(({ type }) => type !== "null")
  return sent.length === alternatives.length ? undefined : sent
}

/** A request body of a generated document: one made by `orNoBody` is shown as what may be sent or left out. */
export const documentedBody = (requestBody: ApiRequestBody): ApiRequestBody => {
  let required = true
  const content = Object.entries(requestBody.content).map(([contentType, media]): [string, ApiMediaType] => {
    const sent = sentAlternatives(media.schema)
    if (sent === undefined) return [contentType, { ...media, schema: requestSchema(media.schema) }]
    required = false
    const [only = {}, ...more] = sent
    return [contentType, { ...media, schema: requestSchema(more.length === 0 ? only : { anyOf: sent }) }]
  })
  return { ...requestBody, content: Object.fromEntries(content), required }
}
