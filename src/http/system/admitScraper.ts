import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { Digests } from "../../domain/shared/Digests.ts"
import { isLoopback } from "../../domain/shared/isLoopback.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import type { Failure } from "../../domain/shared/Failure.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { RouteUnknown } from "../surface/transportFailures.ts"
import { sendsToken } from "./sendsToken.ts"

class MetricsTokenInvalid extends Schema.TaggedError<MetricsTokenInvalid>()("MetricsTokenInvalid", {}) {
  static readonly failure: Failure = {
    kind: "unauthenticated",
    code: "invalid_credential",
    title: "The credential is not accepted"
  }
  override get message() {
    return "Send the metrics token as a bearer token"
  }
}

/**
 * Policy step: controls access to the metrics. With `HUB_METRICS_TOKEN`, callers must send it (compared in constant
 * time); without it, only callers on the same host are admitted, and only in development. Everyone else gets a 404.
 */
export const admitScraper: Effect.Effect<
  void,
  MetricsTokenInvalid | RouteUnknown,
  Deployment | Digests | HttpServerRequest.HttpServerRequest
> = Effect.gen(function* () {
  const { environment, metricsToken } = yield* Deployment
  if (metricsToken === undefined) {
    const { address } = yield* RequestFacts
    if (environment !== "development" || !isLoopback(address)) return yield* new RouteUnknown()
    return
  }
  if (!(yield* sendsToken(metricsToken))) return yield* new MetricsTokenInvalid()
})
