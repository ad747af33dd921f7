import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { Readiness } from "../../domain/shared/Readiness.ts"

const probe = (status: number, body: object) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { "Cache-Control": "no-store" } })

/** The process is up: nothing is asked of anything else (GEN-012). */
const livez = HttpRouter.add("GET", "/livez", probe(200, { status: "ok" }))

/** 503 until the database answers (GEN-012). Limits fall back on their own, so they are told but do not decide. */
const readyz = HttpRouter.add(
  "GET",
  "/readyz",
  Effect.gen(function* () {
    const checks = yield* Readiness.use(({ check }) => check)
    const ready = checks["database"] === true
    return probe(ready ? 200 : 503, { status: ready ? "ready" : "not ready", checks })
  })
)

/** Health and metrics for whoever operates the process; no credential, no data of any tenant. */
export const SystemRoutes = Layer.mergeAll(livez, readyz, PrometheusMetrics.layerHttp({ path: "/metrics" }))
