import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import { registerMetrics } from "../../domain/shared/metrics.ts"
import { Readiness } from "../../domain/shared/Readiness.ts"
import { admitScraper } from "./admitScraper.ts"
import { plainRoute } from "./plainRoute.ts"

const get = <R>(path: `/${string}`, answer: Effect.Effect<HttpServerResponse.HttpServerResponse, FailureInstance, R>) =>
  plainRoute("GET", path, answer, { quiet: true })

const probe = (status: number, body: object) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { "Cache-Control": "no-store" } })

/** The process is up; no dependency is checked (GEN-012). */
const livez = get("/livez", Effect.succeed(probe(200, { status: "ok" })))

/** 503 until the database answers (GEN-012). Redis is reported but does not decide: limits fall back to the process. */
const readyz = get(
  "/readyz",
  Effect.gen(function* () {
    const checks = yield* Readiness.use(({ check }) => check)
    const ready = checks["database"] === true
    return probe(ready ? 200 : 503, { status: ready ? "ready" : "not ready", checks })
  })
)

/** The registered metrics in the Prometheus text format, for those whom `admitScraper` lets in. */
const scrape = get(
  "/metrics",
  Effect.map(Effect.andThen(admitScraper, PrometheusMetrics.format()), (text) =>
    HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  )
)

/** Health probes and metrics for operators of the process: no tenant data. */
export const SystemRoutes = Layer.mergeAll(livez, readyz, scrape, Layer.effectDiscard(registerMetrics))
