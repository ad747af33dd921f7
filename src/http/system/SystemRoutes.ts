import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import { MetricsOfAll } from "../../domain/shared/MetricsOfAll.ts"
import { registerMetrics } from "../../domain/shared/metrics.ts"
import { Readiness } from "../../domain/shared/Readiness.ts"
import { ServiceUnavailable } from "../surface/transportFailures.ts"
import { admitScraper } from "./admitScraper.ts"
import { plainRoute } from "./plainRoute.ts"

const get = <R>(path: `/${string}`, handle: Effect.Effect<HttpServerResponse.HttpServerResponse, FailureInstance, R>) =>
  plainRoute("GET", path, handle, { quiet: true })

const probe = (status: number, body: object) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { "Cache-Control": "no-store" } })

/** Liveness: the process is up. Checks no dependency (GEN-012). */
const livez = get("/livez", Effect.succeed(probe(200, { status: "ok" })))

/**
 * Readiness: 503 while the database, which every request needs, is unavailable. For any other unavailable dependency
 * (`rateLimits`, and if configured `memberIssuer`, `operatorIssuer`, `identityProvider` and `coreApi`) the status is
 * 200 `degraded`, with its name and the reason (GEN-012).
 */
const readyz = get(
  "/readyz",
  Effect.gen(function* () {
    const dependencies = yield* Readiness.use(({ check }) => check)
    const checks = Object.fromEntries(dependencies.map(({ name, problem }) => [name, problem === undefined]))
    const unavailable = dependencies.filter(({ problem }) => problem !== undefined)
    if (unavailable.length === 0) return probe(200, { status: "ready", checks })
    const problems = Object.fromEntries(unavailable.map(({ name, problem }) => [name, problem]))
    return unavailable.some(({ isRequired }) => isRequired)
      ? probe(503, { status: "not ready", checks, problems })
      : probe(200, { status: "degraded", checks, problems })
  })
)

/**
 * The metrics of all processes that serve the port, in the Prometheus text format; 503 if any of them is missing.
 * Access is controlled by `admitScraper`.
 */
const scrape = get(
  "/metrics",
  Effect.gen(function* () {
    yield* admitScraper
    const complete = yield* MetricsOfAll
    const text = yield* complete(yield* PrometheusMetrics.format())
    if (text === undefined) return yield* new ServiceUnavailable()
    return HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  })
)

/** Health probes and metrics; they contain no tenant data. */
export const SystemRoutes = Layer.mergeAll(livez, readyz, scrape, Layer.effectDiscard(registerMetrics))
