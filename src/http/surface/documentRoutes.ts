import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiScalar, OpenApi } from "effect/http-api"

/** `openapi.json` and a browsable page of an API under `base`, without a credential; the page loads nothing from elsewhere. */
export const documentRoutes = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  base: `/${string}`
) =>
  Layer.merge(
    HttpRouter.use(
      Effect.fnUntraced(function* (router) {
        const document = yield* Effect.cached(Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(api))))
        yield* router.add("GET", `${base}/openapi.json`, document)
      })
    ),
    HttpApiScalar.layer(api, { path: `${base}/docs`, scalar: { layout: "modern", withDefaultFonts: false } })
  )
