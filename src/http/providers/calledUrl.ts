import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { externalAddress } from "../surface/externalAddress.ts"

/**
 * The address that the provider called, with its query. A name that the caller made up changes what has to be signed
 * and nothing else.
 */
export const calledUrl = Effect.gen(function* () {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  return `${yield* externalAddress}${url}`
})
