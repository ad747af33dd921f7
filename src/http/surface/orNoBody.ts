import { Predicate, Schema, SchemaTransformation } from "effect"

/** A body that need not be sent: without one the request is decoded as `none` (MEM-009, A-85). */
export const orNoBody = <S extends Schema.Top>(body: S, none: S["Type"]) =>
  [
    body,
    Schema.Null.pipe(
      Schema.decodeTo(
        Schema.toType(body),
        SchemaTransformation.transform<S["Type"], null>({ decode: () => none, encode: () => null })
      )
    )
  ] as const

/** The body of an endpoint that needs none: nothing at all, or an object, of which nothing is used (MEM-009, A-86). */
export const noBody = orNoBody(Schema.Record(Schema.String, Schema.Json), {})

const isNull = (schema: unknown) => Predicate.hasProperty(schema, "type") && schema.type === "null"

/** A request body of a generated document: one made by `orNoBody` is shown as what may be sent or left out. */
export const documentedBody = (requestBody: object): object => {
  let required = true
  const content = Object.entries(Object(Object(requestBody).content)).map(([type, media]) => {
    const { anyOf } = Object(Object(media).schema)
    if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return [type, media]
    required = false
    const [only, ...more] = anyOf.filter((member) => !isNull(member))
    return [type, { ...Object(media), schema: more.length === 0 ? only : { anyOf: [only, ...more] } }]
  })
  return { ...requestBody, content: Object.fromEntries(content), required }
}
