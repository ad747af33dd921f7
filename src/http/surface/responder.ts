import { Context, Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import type { Declared } from "./Declared.ts"
import type { AnyHandler } from "./handlers.ts"
import { httpResponseOf, successEncoder } from "./successes.ts"
import { Verb } from "./Verb.ts"
import { type DecodedRequest, runnerOf, type WriteRules } from "./writes.ts"

/** How a surface runs its endpoints. */
export interface Serving<E extends FailureInstance, R, R2> {
  /** The rules for writes; absent on a surface without writes. */
  readonly writes?: (endpoint: HttpApiEndpoint.Top) => WriteRules<E, R>
  /** A check of the caller after decoding. */
  readonly admit?: (endpoint: HttpApiEndpoint.Top) => Effect.Effect<void, FailureInstance, R2>
}

/**
 * Turns a decoded request into its response: runs the handler, encodes the success, and applies idempotency to writes.
 */
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
      const write = typeof handler === "function" ? once(handler(request)) : handler.staged(request, once)
      return Effect.map(write, ({ response }) => response)
    }
    if (typeof handler !== "function") return Effect.die(new Error("Only writes may be staged"))
    return Effect.map(Effect.flatMap(handler(request), encode), httpResponseOf)
  }
  return (request: DecodedRequest) =>
    admit === undefined ? respond(request) : Effect.andThen(admitted, respond(request))
}
