import { Effect, Option } from "effect"
import { Headers, HttpServerRequest } from "effect/http"
import { Deployment } from "../../domain/shared/Deployment.ts"

/**
 * Where this service is called from outside, without a trailing slash: the configured address; without one, in
 * development, what the request names. A name that the caller made up changes what has to be signed and nothing else.
 */
export const outerAddress = Effect.gen(function* () {
  const { publicUrl } = yield* Deployment
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  return publicUrl ?? `http://${Option.getOrElse(Headers.get(headers, "host"), () => "localhost")}`
})

/** The address that the provider called, with its query. */
export const calledUrl = Effect.gen(function* () {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  return `${yield* outerAddress}${url}`
})
