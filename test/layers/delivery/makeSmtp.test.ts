import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import type { Message } from "../../../src/domain/delivery/Message.ts"
import { makeSmtp } from "../../../src/layers/delivery/makeSmtp.ts"
import { eventually } from "../../support/eventually.ts"
import { freePort } from "../../support/servers/freePort.ts"
import * as MailServer from "../../support/servers/MailServer.ts"

const message: Message = {
  id: "5b0e5f0a-6f2b-4a2e-9a53-0d6b7c1f2a10",
  channel: "email",
  to: "guest@example.com",
  subject: "Your invitation from Café & Bar",
  text: "Hello,\nthe plain text",
  html: "<p>Hello, the <b>HTML</b></p>"
}

const smtp = (url: string, options: { readonly requireTls?: boolean; readonly millis?: number } = {}) =>
  makeSmtp({
    url: Redacted.make(url),
    from: "Venue <desk@hotel.example>",
    requireTls: options.requireTls ?? false,
    timeout: Duration.millis(options.millis ?? 5000)
  })

describe("makeSmtp", () => {
  it.live("DOMAIN 7.1: delivers a message as plain text and HTML, with its id as Message-ID", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.serve()
      assert.deepStrictEqual(yield* smtp(server.url).send(message), { _tag: "accepted" })
      const [mail] = server.messages
      assert.deepStrictEqual([mail?.from, mail?.to], ["desk@hotel.example", ["guest@example.com"]])
      assert.strictEqual(mail?.header("message-id"), `<${message.id}@hotel.example>`)
      assert.strictEqual(mail?.header("to"), "guest@example.com")
      assert.strictEqual(mail?.header("from"), "Venue <desk@hotel.example>")
      assert.strictEqual(mail?.header("auto-submitted"), "auto-generated")
      assert.match(mail?.header("subject") ?? "", /^=\?UTF-8\?|Your invitation/u)
      for (const part of ["text/plain", "text/html", "the plain text", "the <b>HTML</b>"])
        assert.include(mail?.raw, part)
    })
  )

  it.live("DOMAIN 7.1: keeps the Message-ID when a message is sent again", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.serve([{ at: "recipient", status: 450, text: "greylisted" }, "accept"])
      const { send } = smtp(server.url)
      const first = yield* send(message)
      assert.strictEqual(first._tag, "deferred")
      yield* send(message)
      yield* send(message)
      const ids = server.messages.map((mail) => mail.header("message-id"))
      assert.deepStrictEqual(ids, [`<${message.id}@hotel.example>`, `<${message.id}@hotel.example>`])
    })
  )

  const answers = [
    ["recipient", 550, "refused"],
    ["recipient", 553, "refused"],
    ["recipient", 451, "deferred"],
    ["data", 554, "refused"],
    ["data", 452, "deferred"],
    ["sender", 550, "deferred"],
    ["sender", 450, "deferred"],
    ["recipient", 530, "deferred"],
    ["recipient", 550, "refused", "5.1.1 "],
    ["recipient", 550, "deferred", "5.1.8 "],
    ["recipient", 554, "deferred", "5.7.1 "],
    ["data", 554, "deferred", "5.7.1 "],
    ["data", 554, "refused", "5.6.0 "]
  ] as const
  for (const [at, status, outcome, enhanced = ""] of answers) {
    it.live(`DOMAIN 7.1: a ${status} ${enhanced}for the ${at} is ${outcome}, and its reason repeats no address`, () =>
      Effect.gen(function* () {
        const server = yield* MailServer.serve([{ at, status, text: `${enhanced}guest@example.com is not here` }])
        const answer = yield* smtp(server.url).send(message)
        assert.strictEqual(answer._tag, outcome)
        assert.notInclude(JSON.stringify(answer), "@")
        assert.include(JSON.stringify(answer), String(status))
        assert.deepStrictEqual(server.messages, [])
      })
    )
  }

  it.live("DOMAIN 7.1: a silent server is deferred after the timeout", () =>
    Effect.gen(function* () {
      const url = yield* MailServer.serveSilence
      const answer = yield* smtp(url, { millis: 100 }).send(message)
      assert.strictEqual(answer._tag, "deferred")
    })
  )

  it.live("DOMAIN 7.1: a server that drips bytes is deferred after four timeouts, and its connection is closed", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.serveDrip
      const closed = eventually(
        "the connection is closed",
        Effect.sync(() => server.open() === 0)
      )
      const dripping = smtp(server.url, { millis: 500 })
      const answer = yield* dripping.send(message)
      assert.strictEqual(answer._tag, "deferred")
      yield* closed
      assert.isString(yield* Effect.flip(dripping.verify))
      yield* closed
      // As the check of `hub doctor` is, before its own deadline.
      yield* Effect.timeoutOption(smtp(server.url).verify, "500 millis")
      yield* closed
    })
  )

  it.live("DOMAIN 7.1: an unavailable server is deferred", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const answer = yield* smtp(`smtp://127.0.0.1:${port}`).send(message)
      assert.strictEqual(answer._tag, "deferred")
    })
  )

  it.live("DOMAIN 7.1: signs in with the credentials of the URL, and is deferred if they are rejected", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.serve(["accept"], { password: "p@ss:word" })
      const { authority } = server
      const right = smtp(`smtp://hub:${encodeURIComponent("p@ss:word")}@${authority}`)
      assert.deepStrictEqual(yield* right.send(message), { _tag: "accepted" })
      yield* right.verify
      const rejected = smtp(`smtp://hub:wrong@${authority}`)
      assert.strictEqual(yield* Effect.flip(rejected.verify), "EAUTH, status 535")
      const wrong = yield* rejected.send(message)
      assert.strictEqual(wrong._tag, "deferred")
      assert.notInclude(JSON.stringify(wrong), "wrong")
    })
  )

  it.live("GEN-009: sends nothing in plaintext if TLS is required, and is deferred", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.serve()
      const answer = yield* smtp(server.url, { requireTls: true }).send(message)
      assert.strictEqual(answer._tag, "deferred")
      assert.deepStrictEqual([server.messages, server.attempts()], [[], 0])
    })
  )
})
