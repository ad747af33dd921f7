import { type Duration, Effect, Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { accepted, deferred, type DeliveryOutcome, type Message, refused } from "../../domain/delivery/Message.ts"
import { retryAfterSeconds } from "../upstream/retryAfterSeconds.ts"
import { failureOfClient, jsonOf } from "../upstream/UpstreamFailure.ts"

export interface SmsOptions {
  /** Base address of the provider. */
  readonly url: string
  /** Id of the account, also the user name. */
  readonly account: string
  readonly token: Redacted.Redacted
  /** The sender: a number in E.164 or a name. */
  readonly from: string
  /** Timeout of an attempt, connecting and reading included. */
  readonly timeout: Duration.Input
}

/**
 * Error codes about the recipient, for which no retry helps: not a number, not a mobile, not reachable, unsubscribed. A
 * 400 about anything else, such as our sender, is ours to fix.
 */
const refusals: ReadonlySet<number> = new Set([21211, 21214, 21217, 21610, 21612, 21614])

const decodeRefusal = Schema.decodeUnknownEffect(Schema.Struct({ code: Schema.Int }))

/**
 * Sends SMS over Twilio's HTTP API, which has no idempotency key: retrying a request whose response was lost sends the
 * message again. So nothing is retried here; the outbox retries.
 */
export const makeSms = Effect.fnUntraced(function* ({ account, from, timeout, token, url }: SmsOptions) {
  const client = HttpClient.withScope(yield* HttpClient.HttpClient)
  const base = HttpClientRequest.post(`${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`).pipe(
    HttpClientRequest.basicAuth(account, Redacted.value(token)),
    HttpClientRequest.acceptJson
  )

  const ask = Effect.fnUntraced(function* ({ text, to }: Message) {
    const request = HttpClientRequest.bodyUrlParams(base, { To: to, From: from, Body: text })
    const response = yield* client.execute(request)
    const { status } = response
    if (status >= 200 && status < 300) return accepted
    if (status !== 400) return deferred(`status ${status}`, retryAfterSeconds(response))
    const { code } = yield* Effect.flatMap(jsonOf(response), decodeRefusal)
    return refusals.has(code) ? refused(`code ${code}`) : deferred(`code ${code}`)
  })

  return {
    send: (message: Message): Effect.Effect<DeliveryOutcome> =>
      ask(message).pipe(
        Effect.scoped,
        Effect.catchTags({
          HttpClientError: (error) => Effect.succeed(deferred(failureOfClient(error).reason)),
          UpstreamFailure: ({ reason }) => Effect.succeed(deferred(reason)),
          SchemaError: () => Effect.succeed(deferred("status 400 without a code"))
        }),
        Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.succeed(deferred("timeout")) })
      )
  }
})
