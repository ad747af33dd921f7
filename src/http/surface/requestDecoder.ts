import { Context, Effect, Option, Predicate, Schema, type SchemaAST } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApi, HttpApiError } from "effect/http-api"
import type { Declared } from "./Declared.ts"
import { type BodyKind, multipartForm } from "./requestBody.ts"
import { RequestFacts } from "./RequestFacts.ts"

/** Larger inputs are reported with their first issue only: every value can be an issue, and issues are costly. */
const maxValuesToReport = 1000

const holdsMoreThan = (input: unknown, max: number): boolean => {
  let left = max
  const isWithin = (value: unknown): boolean =>
    left-- > 0 && (!Predicate.isObjectOrArray(value) || Object.values(value).every(isWithin))
  return !isWithin(input)
}

/** Decodes up to the first issue, and only then again for all issues: valid input takes the fast path. */
const decoderOf = (
  kind: HttpApiError.HttpApiSchemaError["kind"],
  schema: Schema.Top | undefined,
  options: SchemaAST.ParseOptions | undefined
) => {
  if (schema === undefined) return undefined
  const decodeToFirst = Schema.decodeUnknownEffect(schema, { ...options, errors: "first" })
  const decode = Schema.decodeUnknownEffect(schema, options)
  return (input: unknown) =>
    HttpApiError.HttpApiSchemaError.wrap(
      kind,
      Effect.catch(decodeToFirst(input), (first) =>
        holdsMoreThan(input, maxValuesToReport) ? Effect.fail(first) : decode(input)
      )
    )
}

/** Decodes the parts of a request that has passed its middleware. */
export const requestDecoder = ({ endpoint, group, mergedAnnotations: annotations }: Declared, body: BodyKind) => {
  const shared = Context.getOrUndefined(annotations, HttpApi.ParseOptions)
  const query = endpoint.query === undefined ? undefined : Schema.toCodecArrayFromSingle(endpoint.query)
  const payload = body._tag === "json" || body._tag === "multipart" ? body.schema : undefined
  const optionsOf = (key: Context.Key<unknown, SchemaAST.ParseOptions>) =>
    Option.getOrElse(Context.getOption(annotations, key), () => shared)
  const decodeParams = decoderOf("Params", endpoint.params, optionsOf(HttpApi.ParamsParseOptions))
  const decodeHeaders = decoderOf("Headers", endpoint.headers, optionsOf(HttpApi.HeadersParseOptions))
  const decodeQuery = decoderOf("Query", query, optionsOf(HttpApi.QueryParseOptions))
  const decodePayload = decoderOf("Payload", payload, optionsOf(HttpApi.PayloadParseOptions))
  const decodeAbsent = body._tag === "json" ? decoderOf("Payload", body.absent, undefined) : undefined

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { params } = yield* HttpRouter.RouteContext
    const form = body._tag === "multipart" ? yield* multipartForm(body) : undefined
    const input = form ?? (yield* RequestFacts).body
    // A body that is the JSON text `null` is present, and refused.
    const isAbsent = input === undefined && decodeAbsent !== undefined
    return {
      request,
      endpoint,
      group,
      params: decodeParams && (yield* decodeParams(params)),
      headers: decodeHeaders && (yield* decodeHeaders(request.headers)),
      query: decodeQuery && (yield* decodeQuery(yield* HttpServerRequest.ParsedSearchParams)),
      payload: isAbsent ? yield* decodeAbsent(null) : decodePayload && (yield* decodePayload(input)),
      form
    }
  })
}
