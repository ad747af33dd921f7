import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ByteSize, Context, Effect, Layer, type Scope } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServer } from "effect/http"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { makeServer } from "../../../src/cli/server/makeServer.ts"
import { recordRefusals } from "../../../src/cli/server/recordRefusals.ts"
import { partnerFailures } from "../../../src/http/partner/partnerFailure.ts"
import { outermost, routing } from "../../../src/http/surface/outermost.ts"
import { surfaceOf } from "../../../src/http/surface/SurfaceRoutes.ts"
import { type RawAnswer, rawCall } from "./rawCall.ts"
import type { ServiceContext } from "../things.ts"

type Service<C> = C extends Context.Context<infer S> ? S : never

/** The services that routes may require: the platform's, and those of the process for each request. */
type RouteServices =
  | HttpRouter.HttpRouter
  | Layer.Success<typeof NodeHttpServer.layerHttpServices>
  | Service<ServiceContext>
  | HttpRouter.Request.From<"Requires", Service<ServiceContext>>

/** The effect that handles requests with `routes`; an endpoint without its services is a defect. */
export const appOf = (routes: Layer.Layer<never, never, RouteServices>, services: ServiceContext) => {
  const provided = Layer.succeedContext(services)
  return HttpRouter.toHttpEffect(
    routes.pipe(
      HttpRouter.provideRequest(provided),
      Layer.provide(NodeHttpServer.layerHttpServices),
      Layer.provide(provided)
    )
  ).pipe(Effect.provideService(HttpRouter.RouterConfig, routing), Effect.provideContext(services))
}

/**
 * Serves the routes of one API on a port of its own, with the envelope of the Partner API and bodies of up to 1024
 * bytes.
 */
export const serveApi = Effect.fnUntraced(function* <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  routes: Layer.Layer<never, never, RouteServices>,
  services: ServiceContext
): Effect.fn.Return<
  {
    readonly baseUrl: string
    readonly call: (
      method: string,
      path: string,
      headers?: Readonly<Record<string, string>>,
      body?: string | Buffer
    ) => Effect.Effect<RawAnswer>
  },
  never,
  Scope.Scope
> {
  const outer = outermost({
    surfaces: [surfaceOf(api, { prefixes: ["/"], envelope: partnerFailures })],
    files: [],
    fallback: partnerFailures,
    isTrustedProxy: () => false
  })
  const app = Effect.provideService(
    yield* appOf(Layer.merge(routes, outer), services),
    HttpIncomingMessage.MaxBodySize,
    ByteSize.bytes(1024)
  )
  const listener = makeServer({ record: recordRefusals(Context.empty()) })
  const server = yield* Effect.orDie(NodeHttpServer.make(() => listener, { host: "127.0.0.1", port: 0 }))
  yield* Effect.provideContext(server.serve(app), services)
  const baseUrl = HttpServer.formatAddress(server.address)
  return {
    baseUrl,
    call: (method, path, headers = {}, body) => Effect.promise(() => rawCall(baseUrl, { method, path, headers, body }))
  }
})
