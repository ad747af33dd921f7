import { Effect, Option } from "effect"
import { Headers, HttpServerRequest } from "effect/http"
import { Deployment } from "../../domain/shared/Deployment.ts"

/**
 * Where this service is called from outside, without a trailing slash: the configured address; without one, in
 * development, what the request names.
 */
export const outerAddress = Effect.gen(function* () {
  const { publicUrl } = yield* Deployment
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  return publicUrl ?? `http://${Option.getOrElse(Headers.get(headers, "host"), () => "localhost")}`
})
