import { Context, Effect, type Layer, Schema, SchemaAST, Tracer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiEndpoint, HttpApiError, type HttpApiGroup } from "effect/http-api"
import { RequestFacts } from "./RequestFacts.ts"
import { successText } from "./successText.ts"

interface Declared {
  readonly endpoint: HttpApiEndpoint.Top
  readonly group: HttpApiGroup.Top
  readonly mergedAnnotations: Context.Context<never>
}

/** What `HttpApiBuilder.group` keeps of a handler; its types do not tell. */
interface Handled {
  readonly handler: (asked: unknown) => Effect.Effect<unknown, unknown, unknown>
  readonly uninterruptible: boolean
}

const decoderOf = (
  kind: HttpApiError.HttpApiSchemaError["kind"],
  schema: Schema.Top | undefined,
  options: SchemaAST.ParseOptions | undefined
) => {
  if (schema === undefined) return undefined
  const decode = Schema.decodeUnknownEffect(schema, options)
  return (input: unknown) => HttpApiError.HttpApiSchemaError.wrap(kind, decode(input))
}

const acceptsNull = (schema: Schema.Top) => SchemaAST.isNull(SchemaAST.toEncoded(schema.ast))

/** Bodies are JSON; one that was not sent is decoded as null where null is declared (MEM-009). */
const bodyOf = ({ endpoint }: Declared) => {
  const schemas = [...endpoint.payload.values()].flatMap((payload) => payload.schemas)
  if (schemas.length === 0) return undefined
  return { schema: Schema.Union(schemas), none: schemas.some(acceptsNull) ? null : undefined }
}

/** From a request that has passed its guard to its response: decode, do, encode. */
const answering = (declared: Declared, { handler }: Handled, tracing: boolean) => {
  const { endpoint, group, mergedAnnotations } = declared
  const options = Context.getOrUndefined(mergedAnnotations, HttpApi.ParseOptions)
  const bodyOptions = Context.getOrUndefined(mergedAnnotations, HttpApi.PayloadParseOptions) ?? options
  const body = bodyOf(declared)
  const query = endpoint.query === undefined ? undefined : Schema.toCodecArrayFromSingle(endpoint.query)
  const decodeParams = decoderOf("Params", endpoint.params, options)
  const decodeHeaders = decoderOf("Headers", endpoint.headers, options)
  const decodeQuery = decoderOf("Query", query, options)
  const decodeBody = decoderOf("Payload", body?.schema, bodyOptions)
  const contentType = "application/json"

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { params } = yield* HttpRouter.RouteContext
    const asked = {
      request,
      endpoint,
      group,
      params: decodeParams && (yield* decodeParams(params)),
      headers: decodeHeaders && (yield* decodeHeaders(request.headers)),
      query: decodeQuery && (yield* decodeQuery(yield* HttpServerRequest.ParsedSearchParams)),
      payload: decodeBody && (yield* decodeBody((yield* RequestFacts).body ?? body?.none))
    }
    const done = handler(asked)
    const value = yield* tracing ? Effect.withSpan(done, endpoint.identifier) : done
    if (HttpServerResponse.isHttpServerResponse(value)) return value
    const { body: text, status } = yield* successText(endpoint, value)
    return text === null ? HttpServerResponse.empty({ status }) : HttpServerResponse.text(text, { status, contentType })
  })
}

/**
 * The routes of a surface: its endpoints behind their middleware. As `HttpApiBuilder.layer`, whose routes would put all
 * services together anew for each request: these answer with the services of whoever serves them. One span is made for
 * each operation, under the endpoint's name, and only when spans go anywhere.
 */
export const endpointRoutes = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): Layer.Layer<never, never, HttpRouter.HttpRouter | HttpApiGroup.ToService<Id, Groups>> =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const services = yield* Effect.context<HttpApiGroup.ToService<Id, Groups>>()
      const tracing = (yield* Tracer.Tracer) !== Tracer.nativeTracer
      const endpoints: Array<Declared> = []
      HttpApi.reflect(api, { onGroup: () => undefined, onEndpoint: (declared) => void endpoints.push(declared) })
      for (const declared of endpoints) {
        const { endpoint, group } = declared
        const kept: { readonly handlers: ReadonlyMap<string, Handled> } = services.mapUnsafe.get(group.key)
        const handled = kept.handlers.get(endpoint.identifier)
        const [guard] = endpoint.middlewares
        if (handled === undefined || guard === undefined) {
          return yield* Effect.die(new Error(`${endpoint.identifier} has no handler, or no guard`))
        }
        const answer = services.mapUnsafe.get(guard.key)(answering(declared, handled, tracing), { endpoint, group })
        const { uninterruptible } = handled
        const route: HttpRouter.Route = HttpRouter.route(endpoint.method, `/${endpoint.path.slice(1)}`, answer, {
          uninterruptible
        })
        yield* router.addAll([route])
      }
    })
  )
