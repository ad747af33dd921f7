import { Context, Effect, FileSystem, type Layer, Option, Path, Schema, type SchemaAST, Tracer } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiEndpoint, HttpApiError, type HttpApiGroup, HttpApiMiddleware } from "effect/http-api"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import type { AnyHandler, GroupHandlers } from "./handlers.ts"
import { type BodyKind, bodyKindOf, multipartForm } from "./requestBody.ts"
import { RequestFacts } from "./RequestFacts.ts"
import { answerResponse, successEncoder, type Successes } from "./successes.ts"
import { Verb } from "./Verb.ts"
import { runnerOf, type WriteRules } from "./writes.ts"

/** One endpoint with all that its API, its group and itself declare, as `HttpApi.reflect` tells it. */
interface Declared {
  readonly endpoint: HttpApiEndpoint.Top
  readonly group: HttpApiGroup.Top
  readonly mergedAnnotations: Context.Context<never>
  readonly middleware: ReadonlySet<HttpApiMiddleware.AnyService>
  readonly successes: Successes
}

/** How a surface serves its endpoints. */
export interface Serving<E extends FailureInstance, R, R2> {
  /** How a write runs; a surface without writes has no rules for any. */
  readonly writes?: (endpoint: HttpApiEndpoint.Top) => WriteRules<E, R>
  /** What is asked of the caller once the request has been decoded. */
  readonly admit?: (endpoint: HttpApiEndpoint.Top) => Effect.Effect<void, FailureInstance, R2>
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

/** From a request that has passed its middleware to its response: decode, do, encode. */
const answering = <E extends FailureInstance, R, R2>(
  declared: Declared,
  body: BodyKind,
  handler: AnyHandler,
  serving: Serving<E, R, R2>,
  tracing: boolean
) => {
  const { endpoint, group, mergedAnnotations: annotations, successes } = declared
  const shared = Context.getOrUndefined(annotations, HttpApi.ParseOptions)
  const query = endpoint.query === undefined ? undefined : Schema.toCodecArrayFromSingle(endpoint.query)
  const decodeParams = decoderOf(
    "Params",
    endpoint.params,
    Context.getOrUndefined(annotations, HttpApi.ParamsParseOptions) ?? shared
  )
  const decodeHeaders = decoderOf(
    "Headers",
    endpoint.headers,
    Context.getOrUndefined(annotations, HttpApi.HeadersParseOptions) ?? shared
  )
  const decodeQuery = decoderOf(
    "Query",
    query,
    Context.getOrUndefined(annotations, HttpApi.QueryParseOptions) ?? shared
  )
  const payload = body._tag === "json" || body._tag === "multipart" ? body.schema : undefined
  const decodePayload = decoderOf(
    "Payload",
    payload,
    Context.getOrUndefined(annotations, HttpApi.PayloadParseOptions) ?? shared
  )
  const encode = successEncoder(successes)
  const runner = serving.writes === undefined ? undefined : runnerOf(serving.writes(endpoint), encode)
  const isWrite = Context.get(annotations, Verb) === "write"
  const admitted = serving.admit?.(endpoint)

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { params } = yield* HttpRouter.RouteContext
    const facts = yield* RequestFacts
    const form = body._tag === "multipart" ? yield* multipartForm(body) : undefined
    const sent =
      body._tag === "multipart" ? form : (facts.body ?? (body._tag === "json" && body.optional ? null : undefined))
    const decoded = {
      request,
      endpoint,
      group,
      params: decodeParams && (yield* decodeParams(params)),
      headers: decodeHeaders && (yield* decodeHeaders(request.headers)),
      query: decodeQuery && (yield* decodeQuery(yield* HttpServerRequest.ParsedSearchParams)),
      payload: decodePayload && (yield* decodePayload(sent)),
      form
    }
    if (admitted !== undefined) yield* admitted
    const traced = <A, E1, R1>(work: Effect.Effect<A, E1, R1>) =>
      tracing ? Effect.withSpan(work, endpoint.identifier) : work
    if (!isWrite || runner === undefined) {
      if (typeof handler !== "function") return yield* Effect.die(new Error("Only a write is staged"))
      return answerResponse(yield* encode(yield* traced(handler(decoded))))
    }
    const once = runner(decoded)
    const answered = typeof handler === "function" ? once(handler(decoded)) : handler.staged(decoded, once)
    return (yield* traced(answered)).response
  })
}

/** Why an endpoint cannot be served; undefined when it can. */
const objectionTo = (declared: Declared, body: BodyKind, handler: AnyHandler | undefined, hasWrites: boolean) => {
  const { endpoint, mergedAnnotations, middleware, successes } = declared
  const verb = Context.get(mergedAnnotations, Verb)
  if (handler === undefined) return "has no handler"
  if (verb === undefined) return "is declared by no verb of its surface"
  if (verb === "write" && !hasWrites) return "is a write of a surface that has no rules for writes"
  if (verb === "read" && typeof handler !== "function") return "is a read, and only a write is staged"
  if (body._tag === "unserved") return `declares ${body.reason}`
  const told = [...successes.values()].reduce((count, schemas) => count + schemas.length, 0)
  if (endpoint.success.size > 0 && told < endpoint.success.size) return "declares a stream or an upgrade as its success"
  if ([...middleware].some(HttpApiMiddleware.isSecurity))
    return "declares a security middleware; a guard judges credentials"
  if (middleware.size === 0) return "stands behind no middleware"
  return undefined
}

const absentFrom = (services: Context.Context<never>, middleware: Declared["middleware"]) => {
  const absent = [...middleware].find((key) => Option.isNone(Context.getOption(services, key)))
  return absent === undefined ? undefined : `asks for ${absent.key}, which is not there`
}

type EndpointsOf<Groups extends HttpApiGroup.Constraint> = HttpApiGroup.Endpoints<Groups>

type Unhandled<Groups extends HttpApiGroup.Constraint, Handled> = Exclude<HttpApiGroup.Identifier<Groups>, Handled>

type Asked<H> = H extends GroupHandlers<string, infer R> ? R : never

/**
 * The routes of a surface: its endpoints behind their middleware. As `HttpApiBuilder.layer`, whose routes would put all
 * services together anew for each request and decode what a guard has decoded: these answer with the services of whoever
 * serves them, and a test holds both to the same answers. What this cannot serve is refused at start, by name. One span is
 * made for each operation, under the endpoint's name, and only when spans go anywhere.
 */
export const endpointRoutes = <
  ApiId extends string,
  Groups extends HttpApiGroup.Constraint,
  const H extends ReadonlyArray<GroupHandlers<HttpApiGroup.Identifier<Groups>, unknown>>,
  E extends FailureInstance = never,
  R = never,
  R2 = never
>(
  api: HttpApi.HttpApi<ApiId, Groups>,
  handlers: H &
    ([Unhandled<Groups, H[number]["group"]>] extends [never]
      ? unknown
      : `Not handled: ${Unhandled<Groups, H[number]["group"]>}`),
  serving: Serving<E, R, R2>
): Layer.Layer<
  never,
  never,
  | HttpRouter.HttpRouter
  | FileSystem.FileSystem
  | Path.Path
  | HttpApiEndpoint.Middleware<EndpointsOf<Groups>>
  | HttpApiEndpoint.MiddlewareServices<EndpointsOf<Groups>>
  | HttpRouter.Request.From<
      "Requires",
      Exclude<Asked<H[number]> | R | R2, HttpApiEndpoint.MiddlewareProvides<EndpointsOf<Groups>> | HttpRouter.Provided>
    >
> =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const services = yield* Effect.context<
        HttpApiEndpoint.Middleware<EndpointsOf<Groups>> | FileSystem.FileSystem | Path.Path
      >()
      const files = Context.pick(FileSystem.FileSystem, Path.Path)(services)
      const tracing = (yield* Tracer.Tracer) !== Tracer.nativeTracer
      const byGroup = new Map<string, ReadonlyMap<string, AnyHandler>>(
        handlers.map(({ group, handlers: called }) => [group, called])
      )
      const endpoints: Array<Declared> = []
      HttpApi.reflect(api, { onGroup: () => undefined, onEndpoint: (declared) => void endpoints.push(declared) })
      for (const declared of endpoints) {
        const { endpoint, group, middleware } = declared
        const refuse = (reason: string) => Effect.die(new Error(`${api.identifier}: ${endpoint.identifier} ${reason}`))
        const body = bodyKindOf(endpoint)
        const handler = byGroup.get(group.identifier)?.get(endpoint.identifier)
        const objection =
          objectionTo(declared, body, handler, serving.writes !== undefined) ?? absentFrom(services, middleware)
        if (objection !== undefined || handler === undefined) return yield* refuse(objection ?? "has no handler")
        // The last declared is outermost, as the framework has it. What they leave open, the type of these routes names.
        const [innermost, ...others] = [...middleware].map((key) => Context.getOrUndefined(services, key))
        let answer: Effect.Effect<HttpServerResponse.HttpServerResponse> = innermost(
          answering(declared, body, handler, serving, tracing),
          { endpoint, group }
        )
        for (const apply of others) answer = apply(answer, { endpoint, group })
        const route: HttpRouter.Route = HttpRouter.route(
          endpoint.method,
          `/${endpoint.path.slice(1)}`,
          body._tag === "multipart" ? Effect.provideContext(answer, files) : answer,
          { uninterruptible: Context.get(declared.mergedAnnotations, Verb) === "write" }
        )
        yield* router.addAll([route])
      }
    })
  )
