import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { headerOf } from "./headerOf.ts"

/**
 * Where this service is called from outside, without a trailing slash: the configured address; without one, in
 * development, what the request names.
 */
export const externalAddress = Effect.gen(function* () {
  const { publicUrl } = yield* Deployment
  const request = yield* HttpServerRequest.HttpServerRequest
  return publicUrl ?? `http://${headerOf(request, "host") ?? "localhost"}`
})
