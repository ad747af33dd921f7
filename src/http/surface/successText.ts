import { Effect, Schema } from "effect"
import { type HttpApiEndpoint, HttpApiSchema } from "effect/http-api"

/** An answer as it goes over the wire; `body` is null when there is none. */
export interface SuccessText {
  readonly status: number
  readonly body: string | null
}

/**
 * Success schemas here are plain data: encoding them asks for nothing, which the type of an endpoint does not tell. To
 * provide nothing instead would copy every service of the request.
 */
const isPlain = (schema: Schema.Top): schema is Schema.Codec<unknown, unknown> & Schema.Top => Schema.isSchema(schema)

type Encoder = (value: unknown) => Effect.Effect<SuccessText>

const statusOf = (schema: Schema.Top): number => {
  const status =
    Schema.resolveAnnotations(schema)?.["httpApiStatus"] ?? Schema.resolveAnnotationsKey(schema)?.["httpApiStatus"]
  return typeof status === "number" ? status : 200
}

const makeEncoder = (endpoint: HttpApiEndpoint.Top): Encoder => {
  const [schema] = endpoint.success
  if (schema === undefined || HttpApiSchema.isNoContent(schema.ast)) {
    const status = schema === undefined ? 204 : statusOf(schema)
    return () => Effect.succeed({ status, body: null })
  }
  if (!isPlain(schema)) throw new Error(`The success of ${endpoint.identifier} is no schema`)
  const status = statusOf(schema)
  const encode = Schema.encodeUnknownEffect(schema)
  return (value) => Effect.orDie(Effect.map(encode(value), (encoded) => ({ status, body: JSON.stringify(encoded) })))
}

const encoders = new WeakMap<HttpApiEndpoint.Top, Encoder>()

/** The text that an endpoint's success is sent as: made once, so that a replay can be equal to the last byte (PAR-117). */
export const successText = (endpoint: HttpApiEndpoint.Top, value: unknown): Effect.Effect<SuccessText> => {
  let encoder = encoders.get(endpoint)
  if (encoder === undefined) {
    encoder = makeEncoder(endpoint)
    encoders.set(endpoint, encoder)
  }
  return encoder(value)
}
