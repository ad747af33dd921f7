import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { getExpectedTwilioSignature } from "twilio"
import {
  deliveredMessageXids,
  deliveryXids,
  signingSecrets,
  twilioMessageSid
} from "../../../src/demo/demoProviders.ts"
import { controls } from "../../support/desk.ts"
import { read } from "../../support/messaging.ts"
import {
  type DeliveryName,
  form,
  report,
  sendSms,
  smsPath,
  smsSignature,
  twilioReport
} from "../../support/providers.ts"
import * as Service from "../../support/http/service.ts"

/** The change events of a message as an integration reads them, those of the demo data included. */
const eventsOf = Effect.fnUntraced(function* (name: DeliveryName) {
  const found: Array<unknown> = []
  let after = 0
  let isOver = false
  while (!isOver) {
    const page = yield* read("KH_all", { view: "events", after: String(after) })
    assert.strictEqual(page.status, 200)
    found.push(...page.each("items"))
    isOver = page.at("hasMore") !== true
    after = Number(page.at("nextAfter"))
  }
  return found.filter((event) => Service.at(event, "resource.id") === deliveredMessageXids[name])
})

const statusOf = Effect.fnUntraced(function* (name: DeliveryName) {
  const { rows } = yield* Service.Service
  const row = [...(yield* rows)].find(
    (text) => text.startsWith("messages ") && text.includes(deliveredMessageXids[name])
  )
  return Service.at(JSON.parse(String(row).slice("messages ".length)), "deliveryStatus")
})

layer(Service.layer())("SMS callbacks", (it) => {
  it.effect("INT-040: a signed callback updates deliveryStatus and writes one message.delivery_updated event", () =>
    Effect.gen(function* () {
      const before = yield* eventsOf("queued")
      const answer = yield* report("queued", { status: "sent", providerDeliveryId: "P-1", operatorId: "501" })
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(answer.body, {})
      assert.strictEqual(yield* statusOf("queued"), "sent")
      const after = yield* eventsOf("queued")
      assert.lengthOf(after, before.length + 1)
      const event = after.at(-1)
      assert.strictEqual(Service.at(event, "kind"), "message.delivery_updated")
      assert.strictEqual(Service.at(event, "actor.kind"), "system")
    })
  )

  it.effect("INT-040: accepts sha256 signatures, and Twilio's form and JSON callbacks", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* report("sha256", { status: "sent" }, "sms_a_sha256")).status, 200)
      assert.strictEqual(yield* statusOf("sha256"), "sent")
      const fields = { MessageSid: twilioMessageSid, MessageStatus: "sent", AccountSid: "AC1", To: "+15550100" }
      assert.strictEqual((yield* twilioReport(fields)).status, 200)
      assert.strictEqual(yield* statusOf("twilio"), "sent")
      const { baseUrl, call } = yield* Service.Service
      const body = JSON.stringify({ MessageSid: twilioMessageSid, MessageStatus: "delivered" })
      const path = `${smsPath("twilio_a", "twilio")}?bodySHA256=${createHash("sha256").update(body).digest("hex")}`
      const signature = getExpectedTwilioSignature(signingSecrets.twilio_a, `${baseUrl}${path}`, {})
      const send = (content: string, type: string) =>
        call("POST", path, { body: content, headers: { "content-type": type, "x-twilio-signature": signature } })
      assert.strictEqual((yield* send(`${body} `, "application/json")).status, 401)
      assert.strictEqual((yield* send(body, form)).status, 401)
      assert.strictEqual((yield* send(body, "application/json")).status, 200)
      assert.strictEqual(yield* statusOf("twilio"), "delivered")
    })
  )

  it.effect(
    "INT-040: a delivery of another installation, an unknown one or another MessageSid is 404 and changes nothing",
    () =>
      Effect.gen(function* () {
        const { baseUrl, rows } = yield* Service.Service
        const before = yield* rows
        const fields = { status: "delivered" }
        for (const path of [
          smsPath("sms_a", "b"),
          smsPath("sms_a", "sha256"),
          smsPath("sms_a", "queued").replace(deliveryXids.queued, "unknown"),
          smsPath("sms_a", "queued").replace(deliveryXids.queued, "%00")
        ]) {
          const answer = yield* sendSms(path, fields, { "x-sms-signature": smsSignature(`${baseUrl}${path}`, fields) })
          assert.strictEqual(answer.status, 404, path)
          assert.strictEqual(answer.at("code"), "delivery_not_found")
        }
        for (const MessageSid of ["SM0", `${twilioMessageSid}0`]) {
          const answer = yield* twilioReport({ MessageSid, MessageStatus: "failed" })
          assert.strictEqual(answer.status, 404)
        }
        assert.deepStrictEqual(yield* rows, before)
      })
  )

  it.effect("INT-040: the first report fixes providerDeliveryId; a different or reused one is 404", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* report("sent", { status: "sent", providerDeliveryId: "P-2" })).status, 200)
      assert.strictEqual((yield* report("sent", { status: "delivered", providerDeliveryId: "P-3" })).status, 404)
      assert.strictEqual((yield* report("failed", { status: "delivered", providerDeliveryId: "P-2" })).status, 404)
      assert.strictEqual(yield* statusOf("sent"), "sent")
      assert.strictEqual(yield* statusOf("failed"), "failed")
      assert.strictEqual((yield* report("sent", { status: "failed", providerDeliveryId: "P-2" })).status, 200)
      assert.strictEqual(yield* statusOf("sent"), "failed")
    })
  )

  it.effect("INT-041: every forgery is 401 invalid_signature and changes nothing", () =>
    Effect.gen(function* () {
      const { baseUrl, rows } = yield* Service.Service
      const before = yield* rows
      const fields = { status: "sent" }
      const path = smsPath("sms_a", "queued")
      const url = `${baseUrl}${path}`
      const good = smsSignature(url, fields)
      const delivered = { status: "delivered" }
      const attacks: Readonly<
        Record<string, readonly [path: string, fields: Record<string, string>, signature?: string]>
      > = {
        "without a signature": [path, fields],
        "with an empty one": [path, fields, ""],
        "with a wrong secret": [path, fields, smsSignature(url, fields, { secret: "wrong" })],
        "with the secret of another installation": [
          path,
          fields,
          smsSignature(url, fields, { secret: signingSecrets.sms_b })
        ],
        "with another digest": [path, fields, smsSignature(url, fields, { algorithm: "sha256" })],
        "in hexadecimal": [path, fields, Buffer.from(good, "base64").toString("hex")],
        "with a part of it": [path, fields, good.slice(0, 12)],
        "with a parameter changed": [path, delivered, good],
        "with a parameter more": [path, { ...fields, to: "+15550100" }, good],
        "with a parameter in the address": [`${path}?status=delivered`, fields, good],
        "for another delivery": [smsPath("sms_a", "delivered"), fields, good],
        "at an unknown installation": [path.replace(/sms\/[^/]+/, "sms/unknown"), fields, good],
        "under another scheme's address": [path, fields, smsSignature(url.replace("http:", "https:"), fields)],
        "at a chat installation": [
          path.replace(/sms\/[^/]+/, "sms/chat"),
          fields,
          smsSignature(url, fields, { secret: signingSecrets.chat_a })
        ]
      }
      for (const [name, [target, payload, signature]] of Object.entries(attacks)) {
        const answer = yield* sendSms(target, payload, signature === undefined ? {} : { "x-sms-signature": signature })
        assert.strictEqual(answer.status, 401, name)
        assert.strictEqual(answer.at("code"), "invalid_signature", name)
      }
      // The signature header of another provider is ignored.
      assert.strictEqual((yield* sendSms(path, fields, { "x-twilio-signature": good })).status, 401)
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  it.effect("INT-041: a callback after delivered is 200 and changes nothing", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* report("b", { status: "delivered" }, "sms_b")).status, 200)
      const { rows } = yield* Service.Service
      const before = yield* rows
      for (const status of ["sent", "queued", "failed", "delivered", "delivered"]) {
        assert.strictEqual((yield* report("b", { status }, "sms_b")).status, 200)
        assert.strictEqual(yield* statusOf("b"), "delivered")
      }
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  it.effect("INT-041: of ten identical concurrent callbacks one writes an event, and all are 200", () =>
    Effect.gen(function* () {
      const { rows } = yield* Service.Service
      const before = yield* eventsOf("queued")
      const audited = [...(yield* rows)].filter((row) => row.startsWith("auditLog ")).length
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => report("queued", { status: "delivered" })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        answers.map(() => 200)
      )
      assert.lengthOf(yield* eventsOf("queued"), before.length + 1)
      assert.lengthOf(
        [...(yield* rows)].filter((row) => row.startsWith("auditLog ")),
        audited + 1
      )
    })
  )

  it.effect("INT-041: a signed body without a valid status is 400", () =>
    Effect.gen(function* () {
      for (const fields of [
        {},
        { status: "lost" },
        { status: "constructor" },
        { status: "sent", providerDeliveryId: "a b" }
      ]) {
        const answer = yield* report("queued", fields)
        assert.strictEqual(answer.status, 400, JSON.stringify(fields))
        assert.strictEqual(answer.at("code"), "invalid_parameter")
      }
      const { baseUrl, call } = yield* Service.Service
      const path = smsPath("sms_a", "queued")
      const signature = smsSignature(`${baseUrl}${path}`, { status: "delivered" })
      const send = (body: string) =>
        call("POST", path, { body, headers: { "content-type": form, "x-sms-signature": signature } })
      // The signature covers distinct values of a name, so it does not refuse a repeated one.
      assert.strictEqual((yield* send("status=delivered&status=delivered")).status, 400)
      assert.strictEqual((yield* send("s=tatusdelivered")).status, 400)
    })
  )
})

layer(Service.layer({ environment: { HUB_TEST_CONTROLS: "1" } }))("SMS callbacks that a fault interrupts", (it) => {
  it.effect("INT-040, INT-041: a fault before the commit leaves nothing; the provider's retry writes one event", () =>
    Effect.gen(function* () {
      const before = yield* eventsOf("queued")
      const sent = report("queued", { status: "sent", providerDeliveryId: "P-1" })
      yield* controls.fail("before_commit")
      assert.strictEqual((yield* sent).status, 500)
      assert.deepStrictEqual([yield* statusOf("queued"), yield* eventsOf("queued")], ["queued", before])
      assert.strictEqual((yield* sent).status, 200)
      yield* controls.fail("after_commit")
      const delivered = report("queued", { status: "delivered", providerDeliveryId: "P-1" })
      assert.strictEqual((yield* delivered).status, 500)
      for (const late of [delivered, sent, delivered]) assert.strictEqual((yield* late).status, 200)
      assert.strictEqual(yield* statusOf("queued"), "delivered")
      assert.lengthOf(yield* eventsOf("queued"), before.length + 2)
    })
  )
})
