import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse, type HttpClientRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { deferred, type Message } from "../../../src/domain/delivery/Message.ts"
import { makeSms } from "../../../src/layers/delivery/makeSms.ts"

const message: Message = {
  id: "message-1",
  channel: "sms",
  to: "+351912345678",
  subject: "",
  text: "Venue V1 invites you & yours: https://app.example.com/invite?token=a",
  html: null
}

const requests: Array<HttpClientRequest.HttpClientRequest> = []

/** Sends the message to a provider that answers with `answer`. */
const against = (answer: Response | "hang up" | "silence") =>
  Effect.gen(function* () {
    requests.length = 0
    const client = HttpClient.make((request) => {
      requests.push(request)
      if (answer === "silence") return Effect.never
      return answer === "hang up"
        ? Effect.fail(
            new HttpClientError.HttpClientError({
              reason: new HttpClientError.TransportError({ request, cause: new Error("hang up") })
            })
          )
        : Effect.succeed(HttpClientResponse.fromWeb(request, answer))
    })
    const { send } = yield* makeSms({
      url: "https://sms.example.com",
      account: "AC1",
      token: Redacted.make("secret"),
      from: "+15005550006",
      timeout: "10 seconds"
    }).pipe(Effect.provide(Layer.succeed(HttpClient.HttpClient, client)))
    return yield* send(message)
  })

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

describe("makeSms", () => {
  it.effect("DOMAIN 7.1: posts the message to the account of the provider, with its credentials", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* against(json(201, { sid: "SM1", status: "queued" })), { _tag: "accepted" })
      const [request] = requests
      assert.strictEqual(request?.method, "POST")
      assert.strictEqual(request?.url, "https://sms.example.com/2010-04-01/Accounts/AC1/Messages.json")
      assert.strictEqual(request?.headers["authorization"], `Basic ${btoa("AC1:secret")}`)
      const body = request?.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : ""
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(body)), {
        To: "+351912345678",
        From: "+15005550006",
        Body: message.text
      })
    })
  )

  const answers = [
    ["an invalid number", json(400, { code: 21211, message: "to +351912345678" }), "refused"],
    ["an unsubscribed recipient", json(400, { code: 21610 }), "refused"],
    ["an invalid sender", json(400, { code: 21212 }), "deferred"],
    ["a 400 without a code", json(400, {}), "deferred"],
    ["a 400 that is not JSON", new Response("<html>", { status: 400 }), "deferred"],
    ["a 401", json(401, { code: 20003 }), "deferred"],
    ["a 429", json(429, { code: 20429 }), "deferred"],
    ["a 500", json(500, {}), "deferred"],
    ["a connection that is lost", "hang up", "deferred"]
  ] as const
  for (const [why, answer, outcome] of answers) {
    it.effect(`DOMAIN 7.1: ${why} is ${outcome} after one request, without the number in the outcome`, () =>
      Effect.gen(function* () {
        const found = yield* against(answer)
        assert.strictEqual(found._tag, outcome)
        assert.notInclude(JSON.stringify(found), "+351")
        assert.lengthOf(requests, 1)
      })
    )
  }

  it.effect("DOMAIN 7.1: a provider that limits requests says how long to wait", () =>
    Effect.gen(function* () {
      const limited = (header: string) => new Response(null, { status: 429, headers: { "retry-after": header } })
      assert.deepStrictEqual(yield* against(limited("17")), deferred("status 429", 17))
      assert.deepStrictEqual(yield* against(limited("soon")), deferred("status 429"))
    })
  )

  it.effect("DOMAIN 7.1: a silent provider is deferred with the reason timeout after 10 s", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(against("silence"))
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* Fiber.join(fiber), { _tag: "deferred", reason: "timeout" })
    })
  )
})
