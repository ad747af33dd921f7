import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { registerMetrics } from "../../domain/shared/metrics.ts"
import { Readiness } from "../../domain/shared/Readiness.ts"
import { plainRoute } from "./plainRoute.ts"

const get = <R>(path: `/${string}`, answer: Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>) =>
  plainRoute("GET", path, answer, { quiet: true })

const probe = (status: number, body: object) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { "Cache-Control": "no-store" } })

/** The process is up: nothing is asked of anything else (GEN-012). */
const livez = get("/livez", Effect.succeed(probe(200, { status: "ok" })))

/** 503 until the database answers (GEN-012). Limits fall back on their own, so they are told but do not decide. */
const readyz = get(
  "/readyz",
  Effect.gen(function* () {
    const checks = yield* Readiness.use(({ check }) => check)
    const ready = checks["database"] === true
    return probe(ready ? 200 : 503, { status: ready ? "ready" : "not ready", checks })
  })
)

/** What `metrics` lists, in the Prometheus text format. */
const scrape = get(
  "/metrics",
  Effect.map(PrometheusMetrics.format(), (text) =>
    HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  )
)

/** Health and metrics for whoever operates the process; no credential, no data of any tenant. */
export const SystemRoutes = Layer.mergeAll(livez, readyz, scrape, Layer.effectDiscard(registerMetrics))
