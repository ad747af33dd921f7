import { Context, Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import type { Declared } from "./Declared.ts"
import type { AnyHandler } from "./handlers.ts"
import { answerResponse, successEncoder } from "./successes.ts"
import { Verb } from "./Verb.ts"
import { type DecodedRequest, runnerOf, type WriteRules } from "./writes.ts"

/** How a surface serves its endpoints. */
export interface Serving<E extends FailureInstance, R, R2> {
  /** How a write runs; a surface without writes has no rules for any. */
  readonly writes?: (endpoint: HttpApiEndpoint.Top) => WriteRules<E, R>
  /** The check of the caller that follows decoding. */
  readonly admit?: (endpoint: HttpApiEndpoint.Top) => Effect.Effect<void, FailureInstance, R2>
}

/** From a decoded request to its response: do, encode, and for a write once for its key. */
export const responder = <E extends FailureInstance, R, R2>(
  { endpoint, mergedAnnotations, successes }: Declared,
  handler: AnyHandler,
  { admit, writes }: Serving<E, R, R2>
) => {
  const encode = successEncoder(successes)
  const admitted = admit?.(endpoint) ?? Effect.void
  const runner =
    Context.get(mergedAnnotations, Verb) === "write" && writes !== undefined
      ? runnerOf(writes(endpoint), encode)
      : undefined
  const respond = (request: DecodedRequest): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, unknown> => {
    if (runner !== undefined) {
      const once = runner(request)
      const answered = typeof handler === "function" ? once(handler(request)) : handler.staged(request, once)
      return Effect.map(answered, ({ response }) => response)
    }
    if (typeof handler !== "function") return Effect.die(new Error("Only a write is staged"))
    return Effect.map(Effect.flatMap(handler(request), encode), answerResponse)
  }
  return (request: DecodedRequest) =>
    admit === undefined ? respond(request) : Effect.andThen(admitted, respond(request))
}
