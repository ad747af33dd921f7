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

const get = <R>(path: `/${string}`, answer: Effect.Effect<HttpServerResponse.HttpServerResponse, FailureInstance, R>) =>
  plainRoute("GET", path, answer, { quiet: true })

const probe = (status: number, body: object) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { "Cache-Control": "no-store" } })

/** The process is up; no dependency is checked (GEN-012). */
const livez = get("/livez", Effect.succeed(probe(200, { status: "ok" })))

/**
 * 503 while a dependency is away that every request needs: the database. Of any other the answer says `degraded`, which
 * one and why: `rateLimits`, and as far as they are configured `memberIssuer`, `operatorIssuer`, `identityProvider` and
 * `coreApi` (GEN-012).
 */
const readyz = get(
  "/readyz",
  Effect.gen(function* () {
    const dependencies = yield* Readiness.use(({ check }) => check)
    const checks = Object.fromEntries(dependencies.map(({ name, problem }) => [name, problem === undefined]))
    const away = dependencies.filter(({ problem }) => problem !== undefined)
    if (away.length === 0) return probe(200, { status: "ready", checks })
    const problems = Object.fromEntries(away.map(({ name, problem }) => [name, problem]))
    return away.some(({ isRequired }) => isRequired)
      ? probe(503, { status: "not ready", checks, problems })
      : probe(200, { status: "degraded", checks, problems })
  })
)

/**
 * The registered metrics in the Prometheus text format, for those whom `admitScraper` lets in: of all processes that
 * serve the port, or 503.
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

/** Health probes and metrics for operators of the process: no tenant data. */
export const SystemRoutes = Layer.mergeAll(livez, readyz, scrape, Layer.effectDiscard(registerMetrics))
