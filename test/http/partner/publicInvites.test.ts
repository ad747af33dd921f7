import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { programXid } from "../../../src/demo/demoPrograms.ts"
import { Delivery } from "../../../src/domain/delivery/Delivery.ts"
import type { Channel } from "../../../src/domain/delivery/Message.ts"
import { deliver } from "../../support/invites.ts"
import { bearer, isFailure, key, statusAndCode } from "../../support/partner.ts"
import { tokenFor } from "../../support/member.ts"
import * as Service from "../../support/http/service.ts"

const path = "/v1/partner/public/guest-invites/send"
const { V1, V2 } = demoIds.inviteLinkTokens

type Headers = Record<string, string>

let addresses = 0
/** A new client address per request, so that only tests of the address limit reach it. */
const freshAddress = () => ({ "x-forwarded-for": `10.9.${++addresses >> 8}.${addresses & 255}` })

const send = (change: Readonly<Record<string, unknown>> = {}, headers: Headers = {}) =>
  Service.Service.use(({ call }) =>
    call("POST", path, {
      headers: { "idempotency-key": crypto.randomUUID(), ...freshAddress(), ...headers },
      body: { inviteLinkToken: V1, email: "guest@example.com", consent: true, ...change }
    })
  )

const total = (headers: Headers = key("PA")) =>
  Service.Service.use(({ call }) =>
    Effect.map(call("GET", "/v1/partner/vguests/guest-invites?limit=1", { headers }), (answer) =>
      Number(answer.at("total"))
    )
  )

const newest = Service.Service.use(({ call }) =>
  Effect.map(call("GET", "/v1/partner/vguests/guest-invites?limit=1", { headers: key("PA") }), (answer) =>
    answer.at("items.0")
  )
)

/** What a caller can compare of two responses: status, body and header names. */
const visible = (answer: Service.Answer) => [
  answer.status,
  answer.text,
  [...answer.headers.keys()].filter((name) => name !== "x-request-id").toSorted()
]

const environment = { HUB_TEST_CONTROLS: "1" }

layer(Service.layer({ environment }))("sendPublicInvite", (it) => {
  it.effect("PAR-069: invites a guest to the link's venue and the organization's program without a credential", () =>
    Effect.gen(function* () {
      const answer = yield* send({ email: "asks@example.com", firstName: "Ana", locale: "pt" })
      assert.deepStrictEqual([answer.status, answer.body], [202, { accepted: true }])
      const invite = yield* newest
      assert.deepStrictEqual(
        ["propertyId", "email", "firstName", "status", "programId"].map((name) => Service.at(invite, name)),
        [demoIds.venues.V1, "asks@example.com", "Ana", "pending", programXid("A")]
      )
      const { call } = yield* Service.Service
      yield* call("POST", "/__test/jobs/deliver/run")
      const messages = (yield* call("GET", "/__test/outbox")).each("mailbox")
      assert.strictEqual(Service.at(messages.at(-1), "recipient"), "asks@example.com")
      const body = String(Service.at(messages.at(-1), "body"))
      const token = /token=(inv_\w+)/.exec(body)?.[1] ?? "none"
      const accepted = yield* call("POST", "/v1/members/me/invites/accept", {
        headers: bearer(yield* tokenFor("M2")),
        body: { token }
      })
      assert.deepStrictEqual([accepted.status, accepted.at("programId")], [200, programXid("A")])
    })
  )

  it.effect("PAR-069: ignores any credential, valid or not", () =>
    Effect.gen(function* () {
      const plain = visible(yield* send({ email: "plain@example.com" }))
      for (const headers of [
        key("PA"),
        key("PA_revoked"),
        { ...key("PA"), authorization: "Bearer x" },
        bearer(yield* tokenFor("M1")),
        { authorization: "Basic eDp5" }
      ]) {
        assert.deepStrictEqual(visible(yield* send({ email: `${crypto.randomUUID()}@example.com` }, headers)), plain)
      }
    })
  )

  it.effect("PAR-069: the response is the same for a member, a stranger and a guest invited before", () =>
    Effect.gen(function* () {
      const before = yield* total()
      const answers: Array<unknown> = []
      for (const email of ["m1@example.com", "stranger@example.com", "guest-accepted@example.com", "m1@example.com"]) {
        answers.push(visible(yield* send({ email })))
      }
      answers.push(visible(yield* send({ email: undefined, phone: "+351912345678" })))
      for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
      assert.strictEqual(yield* total(), before + 5)
    })
  )

  it.effect(
    "PAR-069, PAR-137: the fourth invite of a recipient in an hour gets the same 202 and is not stored or sent",
    () =>
      Effect.gen(function* () {
        yield* deliver
        const before = yield* total()
        const answers: Array<unknown> = []
        for (const email of ["four@example.com", "Four@example.com", "four@EXAMPLE.com", "four@example.com"]) {
          answers.push(visible(yield* send({ email, inviteLinkToken: answers.length === 1 ? V2 : V1 })))
        }
        for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
        assert.strictEqual(yield* total(), before + 3)
        assert.strictEqual((yield* deliver).at("sent"), 3)
        yield* send({ email: "fifth@example.com" })
        assert.strictEqual(yield* total(), before + 4)
      })
  )

  it.effect("PAR-069, PAR-115: needs an Idempotency-Key, a link, consent and exactly one contact, else 400", () =>
    Effect.gen(function* () {
      const before = yield* total()
      const keyless = yield* Service.Service.use(({ call }) =>
        call("POST", path, {
          headers: freshAddress(),
          body: { inviteLinkToken: V1, email: "guest@example.com", consent: true }
        })
      )
      assert.deepStrictEqual(statusAndCode(keyless), [400, "idempotency_key_required"])
      for (const change of [
        { consent: false },
        { consent: undefined },
        { consent: "true" },
        { email: undefined },
        { phone: "+351912345678" },
        { email: "a@example.com\nBcc: b@example.com" },
        { inviteLinkToken: undefined },
        { inviteLinkToken: "" },
        { inviteLinkToken: "x".repeat(201) },
        { programId: "x" }
      ]) {
        const answer = yield* send(change)
        assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], JSON.stringify(change))
        assert.isTrue(isFailure(answer))
      }
      assert.strictEqual(yield* total(), before)
    })
  )

  it.effect("PAR-069: the 400 for missing or invalid consent names the field", () =>
    Effect.gen(function* () {
      for (const consent of [undefined, false, "true", null]) {
        const { body } = yield* send({ consent })
        const message = consent === undefined ? "Missing key" : "Expected true"
        assert.deepInclude(body, {
          message: `consent: ${message}`,
          errors: [{ field: "consent", in: "body", message }]
        })
      }
    })
  )

  it.effect("PAR-069: an unknown link is 404, even under an Idempotency-Key already used", () =>
    Effect.gen(function* () {
      const used = { "idempotency-key": "public-unknown" }
      assert.strictEqual((yield* send({}, used)).status, 202)
      for (const inviteLinkToken of ["lnk_unknown", `${V1}x`, V1.slice(0, -1), V1.toUpperCase()]) {
        const answer = yield* send({ inviteLinkToken }, used)
        assert.deepStrictEqual(statusAndCode(answer), [404, "not_found"], inviteLinkToken)
      }
    })
  )

  it.effect(
    "PAR-069, PAR-124: a key belongs to its link: replayed there, free on other links and on partner routes",
    () =>
      Effect.gen(function* () {
        const used = { "idempotency-key": "public-key" }
        const first = yield* send({ email: "keyed@example.com" }, used)
        assert.deepStrictEqual([first.status, first.headers.get("x-idempotent-replay")], [202, null])
        const before = yield* total()
        const replay = yield* send({ email: "keyed@example.com" }, used)
        assert.deepStrictEqual(
          [replay.status, replay.text, replay.headers.get("x-idempotent-replay")],
          [202, first.text, "true"]
        )
        assert.strictEqual(yield* total(), before)
        const reused = yield* send({ email: "another@example.com" }, used)
        assert.deepStrictEqual(statusAndCode(reused), [409, "idempotency_key_reused"])
        const onOtherLink = yield* send({ email: "keyed@example.com", inviteLinkToken: V2 }, used)
        assert.deepStrictEqual([onOtherLink.status, onOtherLink.headers.get("x-idempotent-replay")], [202, null])
        const { call } = yield* Service.Service
        const byDesk = yield* call("POST", "/v1/partner/vguests/guest-invites", {
          headers: { ...key("PA"), ...used },
          body: { propertyId: demoIds.venues.V1, email: "desk@example.com" }
        })
        assert.deepStrictEqual([byDesk.status, byDesk.headers.get("x-idempotent-replay")], [201, null])
      })
  )
})

layer(Service.layer({ environment }))("limits of the public invite send", (it) => {
  it.effect(
    "PAR-069, PAR-137: the 21st request of an address (IPv6 by /64) in a minute is 429 before any other check",
    () =>
      Effect.gen(function* () {
        const address = { "x-forwarded-for": "2001:db8:1:2::1" }
        for (let i = 0; i < 20; i++) {
          const answer = yield* send({ inviteLinkToken: "lnk_unknown" }, { "x-forwarded-for": `2001:db8:1:2::${i}` })
          assert.strictEqual(answer.status, 404)
        }
        const limited = yield* send({ consent: false }, { ...address, "idempotency-key": "" })
        assert.deepStrictEqual(statusAndCode(limited), [429, "rate_limited"])
        assert.isTrue(isFailure(limited))
        assert.match(limited.headers.get("retry-after") ?? "", /^\d+$/)
        assert.match(limited.headers.get("ratelimit-policy") ?? "", /"invite-address";q=20;w=60/)
        assert.strictEqual((yield* send({}, { "x-forwarded-for": "2001:db8:1:3::1" })).status, 202)
        const { call } = yield* Service.Service
        const scope = yield* call("GET", "/v1/partner/scope", { headers: { ...key("PA"), ...address } })
        assert.strictEqual(scope.status, 200)
      })
  )

  it.effect(
    "PAR-069, PAR-137: the 61st send of a link in an hour is 429, its key stays usable; replays and other links work",
    () =>
      Effect.gen(function* () {
        const email = (i: number) => ({ inviteLinkToken: V2, email: `many-${i}@example.com` })
        for (let i = 0; i < 60; i++) {
          const headers = i === 0 ? { "idempotency-key": "many-0" } : {}
          assert.strictEqual((yield* send(email(i), headers)).status, 202)
        }
        const used = { "idempotency-key": "many-60" }
        const before = yield* total()
        const limited = yield* send(email(60), used)
        assert.deepStrictEqual(statusAndCode(limited), [429, "rate_limited"])
        assert.isTrue(isFailure(limited))
        assert.isAbove(Number(limited.headers.get("retry-after")), 3500)
        assert.strictEqual(yield* total(), before)
        const replay = yield* send(email(0), { "idempotency-key": "many-0" })
        assert.deepStrictEqual([replay.status, replay.headers.get("x-idempotent-replay")], [202, "true"])
        const other = yield* send({ ...email(61), inviteLinkToken: V1 }, used)
        assert.strictEqual(other.status, 202)
        const stillLimited = yield* send(email(60), used)
        assert.deepStrictEqual(statusAndCode(stillLimited), [429, "rate_limited"])
      })
  )
})

layer(
  Service.layer({
    replace: (services) =>
      Context.add(services, Delivery, { ...Context.get(services, Delivery), channels: new Set<Channel>() })
  })
)("public invites without a delivery channel", (it) => {
  it.effect("PAR-069: answers 503 for members and strangers alike", () =>
    Effect.gen(function* () {
      for (const email of ["m1@example.com", "stranger@example.com"]) {
        assert.deepStrictEqual(statusAndCode(yield* send({ email })), [503, "service_unavailable"])
      }
    })
  )
})
