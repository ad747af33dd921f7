import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { signingSecrets } from "../../../src/demo/demoProviders.ts"
import { chatHeaders, chatPath, nowSeconds, sendChat } from "../../support/providers.ts"
import * as Service from "../../support/http/service.ts"

const body = JSON.stringify({ command: "link", userId: "U-ATTACKER", userName: "Nobody" })
const path = chatPath("chat_a", "commands")
const good = chatHeaders(body)
const signature = good["x-chat-signature"] ?? ""
const at = good["x-chat-request-timestamp"] ?? ""
const mac = signature.slice(3)

const withSignature = (text: string) => ({ ...good, "x-chat-signature": text })

/** Requests of an attacker who has seen the signed request `good`, or has another installation's secret. */
const attacks: Readonly<
  Record<string, { readonly headers: Readonly<Record<string, string>>; readonly body?: string; readonly path?: string }>
> = {
  "without a signature": { headers: { "x-chat-request-timestamp": at } },
  "with an empty signature": { headers: withSignature("") },
  "without a time": { headers: { "x-chat-signature": signature } },
  "signed with a wrong secret": { headers: chatHeaders(body, { secret: "wrong" }) },
  "signed with the secret of another installation": { headers: chatHeaders(body, { secret: signingSecrets.chat_b }) },
  "signed with the secret of an SMS provider": { headers: chatHeaders(body, { secret: signingSecrets.sms_a }) },
  "sent to an installation that is unknown": { headers: good, path: "/api/providers/chat/unknown/commands" },
  "sent to another installation": { headers: good, path: chatPath("chat_b", "commands") },
  "with the JSON written with other blanks": { headers: good, body: body.replaceAll(":", ": ") },
  "with one byte more": { headers: good, body: `${body}\n` },
  "with an empty body": { headers: good, body: "" },
  "with another time": { headers: { ...good, "x-chat-request-timestamp": String(Number(at) + 1) } },
  "with the time spelled in another way": { headers: { ...good, "x-chat-request-timestamp": `0${at}` } },
  "with the signature in capitals": { headers: withSignature(`v0=${mac.toUpperCase()}`) },
  "without the version": { headers: withSignature(mac) },
  "with another version": { headers: withSignature(`v1=${mac}`) },
  "with a part of the signature": { headers: withSignature(signature.slice(0, 20)) },
  "with the signature twice": { headers: withSignature(`${signature}, ${signature}`) },
  "with the signature in base64": { headers: withSignature(`v0=${Buffer.from(mac, "hex").toString("base64")}`) },
  "signed with SHA-1": {
    headers: withSignature(`v0=${createHmac("sha1", signingSecrets.chat_a).update(`v0:${at}:${body}`).digest("hex")}`)
  },
  "with a plain hash of the body": {
    headers: withSignature(`v0=${createHmac("sha256", "").update(body).digest("hex")}`)
  },
  "under the header names of another platform": { headers: chatHeaders(body, { brand: "slack" }) }
}

layer(Service.layer())("chat signatures", (it) => {
  it.effect("INT-038: every forgery gets the same 401 and changes nothing", () =>
    Effect.gen(function* () {
      const { rows } = yield* Service.Service
      const before = yield* rows
      for (const [name, attack] of Object.entries(attacks)) {
        const answer = yield* sendChat(attack.path ?? path, attack.body ?? body, attack.headers)
        assert.strictEqual(answer.status, 401, name)
        assert.deepStrictEqual(
          answer.body,
          {
            statusCode: 401,
            message: "Sign the request with the installation's signing secret",
            code: "invalid_signature"
          },
          name
        )
        assert.strictEqual(answer.headers.get("cache-control"), "no-store", name)
        assert.isNotNull(answer.headers.get("www-authenticate"), name)
      }
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  it.effect("INT-038: accepts the request as signed, by either secret during a rotation, and Slack's scheme", () =>
    Effect.gen(function* () {
      const current = yield* sendChat(path, body, good)
      assert.strictEqual(current.status, 200)
      assert.isString(current.at("linkToken"))
      const former = yield* sendChat(path, body, chatHeaders(body, { secret: signingSecrets.chat_a_former }))
      assert.strictEqual(former.status, 200)
      assert.isString(former.at("linkToken"))
      const slack = "command=%2Fhub&text=help&user_id=U1"
      const headers = chatHeaders(slack, { brand: "slack", secret: signingSecrets.slack_a })
      const answer = yield* sendChat(
        chatPath("slack_a", "commands"),
        slack,
        headers,
        "application/x-www-form-urlencoded"
      )
      assert.strictEqual(answer.status, 200)
      assert.match(String(answer.at("text")), /`link`/)
    })
  )

  it.effect("INT-038: a signed body that is not UTF-8 is 400; other bytes under the same signature are 401", () =>
    Effect.gen(function* () {
      const bytes = new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])
      assert.strictEqual((yield* sendChat(path, bytes, chatHeaders(bytes))).status, 400)
      assert.strictEqual(
        (yield* sendChat(path, new Uint8Array([0x7b, 0xfe, 0xff, 0x7d]), chatHeaders(bytes))).status,
        401
      )
    })
  )

  it.effect("INT-039: a request signed 6 minutes off, or with a malformed time, is 401 and has no effect", () =>
    Effect.gen(function* () {
      const { rows } = yield* Service.Service
      const before = yield* rows
      for (const seconds of [nowSeconds() - 360, nowSeconds() + 360, 0, "", "soon", "1e3", "-1", `${nowSeconds()}.5`]) {
        const answer = yield* sendChat(path, body, chatHeaders(body, { at: seconds }))
        assert.strictEqual(answer.status, 401, String(seconds))
        assert.strictEqual(answer.at("code"), "timestamp_refused", String(seconds))
      }
      assert.deepStrictEqual(yield* rows, before)
      for (const seconds of [nowSeconds() - 240, nowSeconds() + 240]) {
        assert.strictEqual((yield* sendChat(path, body, chatHeaders(body, { at: seconds }))).status, 200)
      }
    })
  )
})
