import { Clock, Effect, Layer } from "effect"
import { HttpRouter, type HttpServerResponse } from "effect/http"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import { failureResponse } from "../surface/Envelope.ts"
import { enterRoute } from "../surface/observe.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { MethodNotAllowed, withHead } from "../surface/transportFailures.ts"
import { systemEnvelope } from "./systemEnvelope.ts"

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const

const refuse = Effect.fnUntraced(function* (failure: FailureInstance) {
  return failureResponse(systemEnvelope, failure, yield* RequestFacts, yield* Clock.currentTimeMillis)
})

/** A route outside every surface. Failures use `systemEnvelope`; other methods on its path get a 405. */
export const plainRoute = <R>(
  method: "GET" | "POST",
  path: `/${string}`,
  handle: Effect.Effect<HttpServerResponse.HttpServerResponse, FailureInstance, R>,
  options: { readonly quiet: boolean } = { quiet: false }
) => {
  const wrongMethod = new MethodNotAllowed({ allow: withHead([method]) })
  return Layer.mergeAll(
    HttpRouter.add(method, path, Effect.andThen(enterRoute(path, options.quiet), Effect.catch(handle, refuse))),
    ...methods
      .filter((other) => other !== method)
      .map((other) => HttpRouter.add(other, path, Effect.andThen(enterRoute(path), refuse(wrongMethod))))
  )
}
