import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Duration, Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { ChatPosts } from "../domain/chat/ChatPosts.ts"
import { accepted, deferred, type DeliveryOutcome, refused } from "../domain/delivery/Message.ts"
import { retryAfterSeconds } from "./upstream/retryAfterSeconds.ts"
import { failureOfClient } from "./upstream/UpstreamFailure.ts"

/** Well within `sendTimeout`. */
const timeout = Duration.seconds(10)

const maxResponseBytes = 65_536

/** Classifies a status as accepted, refused or deferred. Redirects are not followed, so they count as refused. */
const outcomeOf = (response: HttpClientResponse.HttpClientResponse): DeliveryOutcome => {
  const { status } = response
  if (status >= 200 && status < 300) return accepted
  const isTemporary = status >= 500 || status === 408 || status === 425 || status === 429
  return isTemporary ? deferred(`status ${status}`, retryAfterSeconds(response)) : refused(`status ${status}`)
}

/** Posts JSON to the response URL that came with a slash command. */
export const layerOver = Layer.effect(
  ChatPosts,
  Effect.map(HttpClient.HttpClient, (http) => {
    const scoped = HttpClient.withScope(http)
    return ChatPosts.of({
      post: (address, text) =>
        scoped
          .execute(
            HttpClientRequest.post(address).pipe(HttpClientRequest.bodyJsonUnsafe({ response_type: "ephemeral", text }))
          )
          .pipe(
            Effect.map(outcomeOf),
            Effect.scoped,
            Effect.catchTag("HttpClientError", (error) => Effect.succeed(deferred(failureOfClient(error).reason))),
            Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.succeed(deferred("timeout")) })
          )
    })
  })
)

/** The HTTP client for chat platforms: no redirects, bounded responses. */
export const client = NodeHttpClient.layerUndiciOptions({ connections: 8, maxResponseSize: maxResponseBytes })

export const layer = layerOver.pipe(Layer.provide(client))
