import { Context, Effect, FileSystem, type Layer, Path, Tracer } from "effect"
import { HttpRouter, type HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import type { Declared } from "./Declared.ts"
import type { AnyHandler, GroupHandlers, RequiredBy } from "./handlers.ts"
import { objectionTo } from "./objectionTo.ts"
import { bodyKindOf } from "./requestBody.ts"
import { requestDecoder } from "./requestDecoder.ts"
import { responder, type Serving } from "./responder.ts"
import { isWrite } from "./Verb.ts"
import type { DecodedRequest, WriteServices } from "./writes.ts"

type EndpointsOf<Groups extends HttpApiGroup.Constraint> = HttpApiGroup.Endpoints<Groups>

type Unhandled<Groups extends HttpApiGroup.Constraint, Handled> = Exclude<HttpApiGroup.Identifier<Groups>, Handled>

/** Handlers whose group has no endpoint of their name. */
type Stray<Groups extends HttpApiGroup.Constraint, G> =
  G extends GroupHandlers<infer Id, infer H>
    ? Exclude<keyof H, keyof HttpApiGroup.WithIdentifier<Groups, Id>["endpoints"]> & string
    : never

/** The groups without handlers and the handlers without an endpoint, as a text that no list of handlers is. */
type Complete<
  Groups extends HttpApiGroup.Constraint,
  G extends GroupHandlers<string, Readonly<Record<string, AnyHandler>>>
> = [Unhandled<Groups, G["group"]>] extends [never]
  ? [Stray<Groups, G>] extends [never]
    ? unknown
    : `No endpoint: ${Stray<Groups, G>}`
  : `Not handled: ${Unhandled<Groups, G["group"]>}`

/**
 * The routes of a surface: its endpoints behind their middleware. As `HttpApiBuilder.layer`, whose routes would put all
 * services together again for each request and decode what a guard has decoded: these use the services of the server that
 * runs them, and a test holds both to the same answers. What this cannot serve is refused at start, by name. One span is
 * made for each operation, under the endpoint's name, and only when spans go anywhere.
 */
export const endpointRoutes = <
  ApiId extends string,
  Groups extends HttpApiGroup.Constraint,
  const H extends ReadonlyArray<GroupHandlers<HttpApiGroup.Identifier<Groups>, Readonly<Record<string, AnyHandler>>>>,
  E extends FailureInstance = never,
  R = never,
  R2 = never
>(
  api: HttpApi.HttpApi<ApiId, Groups>,
  handlers: H & Complete<Groups, H[number]>,
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
      Exclude<
        RequiredBy<H[number]> | R | R2 | WriteServices,
        HttpApiEndpoint.MiddlewareProvides<EndpointsOf<Groups>> | HttpRouter.Provided
      >
    >
> =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const services = yield* Effect.context<
        HttpApiEndpoint.Middleware<EndpointsOf<Groups>> | FileSystem.FileSystem | Path.Path
      >()
      const files = Context.pick(FileSystem.FileSystem, Path.Path)(services)
      const tracing = (yield* Tracer.Tracer) !== Tracer.nativeTracer
      const byGroup = new Map<string, Readonly<Record<string, AnyHandler>>>(
        handlers.map(({ group, handlers: ofGroup }) => [group, ofGroup])
      )
      const endpoints: Array<Declared> = []
      HttpApi.reflect(api, { onGroup: () => undefined, onEndpoint: (declared) => void endpoints.push(declared) })
      for (const declared of endpoints) {
        const { endpoint, group, middleware } = declared
        const traced = (respond: ReturnType<typeof responder>) => (request: DecodedRequest) =>
          tracing ? Effect.withSpan(respond(request), endpoint.identifier) : respond(request)
        const refuse = (reason: string) => Effect.die(new Error(`${api.identifier}: ${endpoint.identifier} ${reason}`))
        const body = bodyKindOf(endpoint)
        const handler = byGroup.get(group.identifier)?.[endpoint.identifier]
        const objection = objectionTo(declared, body, handler, serving.writes !== undefined, services)
        if (objection !== undefined || handler === undefined) return yield* refuse(objection ?? "has no handler")
        const admit = typeof handler === "function" ? undefined : handler.admit
        const answered = Effect.flatMap(requestDecoder(declared, body), traced(responder(declared, handler, serving)))
        // The last declared is outermost, as in the framework. Services that they need are in the type of these routes.
        const [innermost, ...others] = [...middleware].map((key) => Context.getOrUndefined(services, key))
        let answer: Effect.Effect<HttpServerResponse.HttpServerResponse> = innermost(
          admit === undefined ? answered : Effect.andThen(admit, answered),
          { endpoint, group }
        )
        for (const apply of others) answer = apply(answer, { endpoint, group })
        const route: HttpRouter.Route = HttpRouter.route(
          endpoint.method,
          `/${endpoint.path.slice(1)}`,
          body._tag === "multipart" ? Effect.provideContext(answer, files) : answer,
          { uninterruptible: isWrite(endpoint) }
        )
        yield* router.addAll([route])
      }
    })
  )
