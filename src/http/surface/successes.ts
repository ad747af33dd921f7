import { Effect, Predicate, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import type { Answer } from "../../domain/idempotency/KeyedWrite.ts"
import { withoutChecks } from "../../domain/shared/withoutChecks.ts"

/** The success schemas of an endpoint by status, as `HttpApi.reflect` reports them. */
export type Successes = ReadonlyMap<number, ReadonlyArray<Schema.Top>>

export type SuccessEncoder = (value: unknown) => Effect.Effect<Answer>

const json = "application/json"
const textType = "hub/http/surface/textType"

/** The success of an endpoint that answers text and no JSON: a page, a table. */
export const textBody = (contentType: string) =>
  Schema.String.pipe(HttpApiSchema.asText({ contentType })).annotate({ [textType]: contentType })

/**
 * Success schemas here are plain data: encoding them requires no services, which the type of an endpoint does not express. To
 * provide nothing instead would copy every service of the request.
 */
const isPlain = (schema: Schema.Top): schema is Schema.Codec<unknown, unknown> & Schema.Top => Schema.isSchema(schema)

type Encode<A> = (value: unknown) => Effect.Effect<A, Schema.SchemaError>

const encoderOf = (schema: Schema.Top): Encode<unknown> => {
  if (!isPlain(schema)) throw new Error("A success is no schema")
  return Schema.encodeUnknownEffect(schema, withoutChecks)
}

/** A success without content is of nothing, so that it does not stand in for the other successes of its endpoint. */
const encodeNothing = Schema.encodeUnknownEffect(Schema.Undefined)

const bodyEncoder = (status: number, schema: Schema.Top): Encode<Answer> => {
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

/** With headers of its own, as `HttpApiSchema.withHeaders` pairs them with a body. */
const headedEncoder = (status: number, schema: HttpApiSchema.WithHeaders<Schema.Top, Schema.Top>): Encode<Answer> => {
  const encodeBody = bodyEncoder(status, schema.schema)
  const encodeHeaders = encoderOf(schema.headers)
  return Effect.fnUntraced(function* (value) {
    const { body, headers } = Predicate.isObject(value) ? { body: undefined, headers: undefined, ...value } : {}
    const answer = yield* encodeBody(body)
    return { ...answer, headers: { ...answer.headers, ...stringsOf(yield* encodeHeaders(headers)) } }
  })
}

/** Encodes a success by the first of the endpoint's schemas that the value is of. One that is of none is a defect. */
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

/** The response of an answer: JSON, unless its headers say otherwise. */
export const answerResponse = ({ body, headers, status }: Answer): HttpServerResponse.HttpServerResponse => {
  if (headers === null) {
    return body === null
      ? HttpServerResponse.empty({ status })
      : HttpServerResponse.text(body, { status, contentType: json })
  }
  return body === null
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(body, { status, contentType: headers["content-type"] ?? json, headers })
}
