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
    return "Send the token of the metrics as a bearer token"
  }
}

/**
 * Policy step: who may read the metrics. With `HUB_METRICS_TOKEN` whoever sends it, compared in constant time; without it
 * callers on the same host, in development. To others there is nothing at the address.
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
