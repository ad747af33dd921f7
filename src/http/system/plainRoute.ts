import { Clock, Effect } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import { failureResponse } from "../surface/Envelope.ts"
import { enterRoute } from "../surface/observe.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { MethodNotAllowed, withHead } from "../surface/transportFailures.ts"
import { systemEnvelope } from "./systemEnvelope.ts"

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
  const allow = withHead([method])
  const answer = Effect.catch(handle, refuse)
  return HttpRouter.add(
    "*",
    path,
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      allow.includes(request.method)
        ? Effect.andThen(enterRoute(path, options.quiet), answer)
        : Effect.andThen(enterRoute(path), refuse(new MethodNotAllowed({ allow })))
    )
  )
}
