import { Context, Effect, FileSystem, type Layer, Path } from "effect"
import { HttpRouter, type HttpServerResponse } from "effect/http"
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import { declaredOf } from "./Declared.ts"
import type { AnyHandler, GroupHandlers, RequiredBy } from "./handlers.ts"
import { unservableReason } from "./unservableReason.ts"
import { bodyKindOf } from "./requestBody.ts"
import { requestDecoder } from "./requestDecoder.ts"
import { responder, type Serving } from "./responder.ts"
import { operationSpan } from "./operationSpan.ts"
import { isWrite } from "./Verb.ts"
import type { WriteServices } from "./writes.ts"

type EndpointsOf<Groups extends HttpApiGroup.Constraint> = HttpApiGroup.Endpoints<Groups>

type Unhandled<Groups extends HttpApiGroup.Constraint, Handled> = Exclude<HttpApiGroup.Identifier<Groups>, Handled>

/** Names of handlers that match no endpoint of their group. */
type Stray<Groups extends HttpApiGroup.Constraint, G> =
  G extends GroupHandlers<infer Id, infer H>
    ? Exclude<keyof H, keyof HttpApiGroup.WithIdentifier<Groups, Id>["endpoints"]> & string
    : never

/**
 * `unknown` if groups and handlers match, else an error message as a literal type, to which no handler list is
 * assignable.
 */
type Complete<
  Groups extends HttpApiGroup.Constraint,
  G extends GroupHandlers<string, Readonly<Record<string, AnyHandler>>>
> = [Unhandled<Groups, G["group"]>] extends [never]
  ? [Stray<Groups, G>] extends [never]
    ? unknown
    : `No endpoint: ${Stray<Groups, G>}`
  : `Not handled: ${Unhandled<Groups, G["group"]>}`

/**
 * The routes of a surface: its endpoints behind their middleware. Replaces `HttpApiBuilder.layer`, which rebuilds the
 * service context for every request and decodes again what a guard has already decoded; a test checks that both give
 * the same responses. An endpoint that cannot be served fails the start by name. Each operation runs in one span named
 * after the endpoint, provided that spans are exported.
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
      const inSpan = yield* operationSpan
      const byGroup = new Map<string, Readonly<Record<string, AnyHandler>>>(
        handlers.map((ofGroup) => [ofGroup.group, ofGroup.handlers])
      )
      for (const declared of declaredOf(api)) {
        const { endpoint, group, middleware } = declared
        const refuse = (reason: string) => Effect.die(new Error(`${api.identifier}: ${endpoint.identifier} ${reason}`))
        const body = bodyKindOf(endpoint)
        const handler = byGroup.get(group.identifier)?.[endpoint.identifier]
        const reason = unservableReason(declared, body, handler, serving.writes !== undefined, services)
        if (reason !== undefined || handler === undefined) return yield* refuse(reason ?? "has no handler")
        const admit = typeof handler === "function" ? undefined : handler.admit
        const respond = responder(declared, handler, serving)
        const named = inSpan(endpoint.identifier)
        const handled = Effect.flatMap(requestDecoder(declared, body), (request) => named(respond(request)))
        // The last declared middleware is outermost, as in the framework. The type of these routes requires their
        // services.
        const [innermost, ...others] = [...middleware].map((key) => Context.getOrUndefined(services, key))
        let response: Effect.Effect<HttpServerResponse.HttpServerResponse> = innermost(
          admit === undefined ? handled : Effect.andThen(admit, handled),
          { endpoint, group }
        )
        for (const apply of others) response = apply(response, { endpoint, group })
        const route: HttpRouter.Route = HttpRouter.route(
          endpoint.method,
          `/${endpoint.path.slice(1)}`,
          body._tag === "multipart" ? Effect.provideContext(response, files) : response,
          { uninterruptible: isWrite(endpoint) }
        )
        yield* router.addAll([route])
      }
    })
  )
