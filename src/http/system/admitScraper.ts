import { Effect, Option, Redacted, Schema } from "effect"
import { Headers, HttpServerRequest } from "effect/http"
import { createHash, timingSafeEqual } from "node:crypto"
import { Deployment } from "../../domain/shared/Deployment.ts"
import type { Failure } from "../../domain/shared/Failure.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { RouteUnknown } from "../surface/transportFailures.ts"

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

const digest = (text: string) => createHash("sha256").update(text).digest()

const isLoopback = (address: string) => /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/i.test(address)

/**
 * Policy step: who may read the metrics. With `HUB_METRICS_TOKEN` whoever sends it, compared in constant time; without it
 * callers on the same host, in development. To others there is nothing at the address.
 */
export const admitScraper: Effect.Effect<
  void,
  MetricsTokenInvalid | RouteUnknown,
  Deployment | HttpServerRequest.HttpServerRequest
> = Effect.gen(function* () {
  const { environment, metricsToken } = yield* Deployment
  if (metricsToken === undefined) {
    const { address } = yield* RequestFacts
    if (environment !== "development" || !isLoopback(address)) return yield* new RouteUnknown()
    return
  }
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const sent = Option.getOrElse(Headers.get(headers, "authorization"), () => "").replace(/^bearer +/i, "")
  if (!timingSafeEqual(digest(sent), digest(Redacted.value(metricsToken)))) return yield* new MetricsTokenInvalid()
})
