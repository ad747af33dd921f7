import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { externalAddress } from "../surface/externalAddress.ts"

/**
 * The URL that the provider called, with its query. A made-up `Host` header only changes the text that must be signed.
 */
export const calledUrl = Effect.gen(function* () {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  return `${yield* externalAddress}${url}`
})
