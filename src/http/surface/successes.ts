import { Effect, Predicate, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import type { WriteResponse } from "../../domain/idempotency/KeyedWrite.ts"
import { withoutChecks } from "../../domain/shared/withoutChecks.ts"

/** An endpoint's success schemas by status, as reported by `HttpApi.reflect`. */
export type Successes = ReadonlyMap<number, ReadonlyArray<Schema.Top>>

export type SuccessEncoder = (value: unknown) => Effect.Effect<WriteResponse>

const json = "application/json"
const textType = "hub/http/surface/textType"

/** The success of an endpoint that returns text instead of JSON, such as HTML or CSV. */
export const textBody = (contentType: string) =>
  Schema.String.pipe(HttpApiSchema.asText({ contentType })).annotate({ [textType]: contentType })

/**
 * Success schemas are plain data: encoding them needs no services, which the type of an endpoint cannot express.
 * Providing an empty context instead would copy every service per request.
 */
const isPlain = (schema: Schema.Top): schema is Schema.Codec<unknown, unknown> & Schema.Top => Schema.isSchema(schema)

type Encode<A> = (value: unknown) => Effect.Effect<A, Schema.SchemaError>

const encoderOf = (schema: Schema.Top): Encode<unknown> => {
  if (!isPlain(schema)) throw new Error("A success is not a schema")
  return Schema.encodeUnknownEffect(schema, withoutChecks)
}

/** Only undefined encodes to an empty success, so that it never shadows the endpoint's other successes. */
const encodeNothing = Schema.encodeUnknownEffect(Schema.Undefined)

const bodyEncoder = (status: number, schema: Schema.Top): Encode<WriteResponse> => {
  if (HttpApiSchema.isNoContent(schema.ast)) {
    return (value) => Effect.as(encodeNothing(value), { status, headers: null, body: null })
  }
  const encode = encoderOf(schema)
  const contentType = Schema.resolveAnnotations(schema)?.[textType]
  return typeof contentType === "string"
    ? (value) =>
        Effect.map(encode(value), (text) => ({ status, headers: { "content-type": contentType }, body: String(text) }))
    : (value) => Effect.map(encode(value), (encoded) => ({ status, headers: null, body: JSON.stringify(encoded) }))
}

const stringsOf = (encoded: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Predicate.isObject(encoded) ? Object.entries(encoded).map(([name, value]) => [name, String(value)]) : []
  )

/** Encodes a body with headers, as paired by `HttpApiSchema.withHeaders`. */
const headedEncoder = (
  status: number,
  schema: HttpApiSchema.WithHeaders<Schema.Top, Schema.Top>
): Encode<WriteResponse> => {
  const encodeBody = bodyEncoder(status, schema.schema)
  const encodeHeaders = encoderOf(schema.headers)
  return Effect.fnUntraced(function* (value) {
    const { body, headers } = Predicate.isObject(value) ? { body: undefined, headers: undefined, ...value } : {}
    const response = yield* encodeBody(body)
    return { ...response, headers: { ...response.headers, ...stringsOf(yield* encodeHeaders(headers)) } }
  })
}

/**
 * Encodes a success with the first of the endpoint's schemas that accepts it. A value that none accepts is a defect.
 */
export const successEncoder = (successes: Successes): SuccessEncoder => {
  const encoders = [...successes].flatMap(([status, schemas]) =>
    schemas.map((schema) =>
      HttpApiSchema.isWithHeaders(schema) ? headedEncoder(status, schema) : bodyEncoder(status, schema)
    )
  )
  const [first, ...others] = encoders
  if (first === undefined) throw new Error("An endpoint has no success")
  return (value) =>
    Effect.orDie(others.reduce((tried, encode) => Effect.catch(tried, () => encode(value)), first(value)))
}

/** The HTTP response of a stored or encoded response: JSON unless its headers set another content type. */
export const httpResponseOf = ({ body, headers, status }: WriteResponse): HttpServerResponse.HttpServerResponse => {
  if (headers === null) {
    return body === null
      ? HttpServerResponse.empty({ status })
      : HttpServerResponse.text(body, { status, contentType: json })
  }
  return body === null
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(body, { status, contentType: headers["content-type"] ?? json, headers })
}
