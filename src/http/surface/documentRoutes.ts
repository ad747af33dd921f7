import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiScalar, OpenApi } from "effect/http-api"
import { enterRoute } from "./observe.ts"

/** The page is one file; its policy lets browsers load from this service only. */
const policy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; frame-ancestors 'none'"

const selfContained = (path: string) =>
  HttpRouter.middleware((page) =>
    Effect.map(
      Effect.andThen(enterRoute(path), page),
      HttpServerResponse.setHeaders({ "Content-Security-Policy": policy, "Cache-Control": "no-cache" })
    )
  ).layer

/** `openapi.json` and a browsable page of an API under `base`, without a credential; the page loads nothing from elsewhere. */
export const documentRoutes = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  base: `/${string}`
) =>
  Layer.merge(
    HttpRouter.use(
      Effect.fnUntraced(function* (router) {
        const document = yield* Effect.cached(Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(api))))
        const path = `${base}/openapi.json` as const
        yield* router.add("GET", path, Effect.andThen(enterRoute(path), document))
      })
    ),
    HttpApiScalar.layer(api, { path: `${base}/docs`, scalar: { layout: "modern", withDefaultFonts: false } }).pipe(
      Layer.provide(selfContained(`${base}/docs`))
    )
  )
