import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { programXid } from "../../../src/demo/demoPrograms.ts"
import { Delivery } from "../../../src/domain/delivery/Delivery.ts"
import type { Channel } from "../../../src/domain/delivery/Message.ts"
import { bearer, isFailure, key, statusAndCode } from "../../support/partner.ts"
import { tokenFor } from "../../support/member.ts"
import * as Service from "../../support/service.ts"

const path = "/v1/partner/public/guest-invites/send"
const { V1, V2 } = demoIds.inviteLinkTokens

type Headers = Record<string, string>

let addresses = 0
/** A caller of its own for every request, so that only a test of the address's limit meets it. */
const elsewhere = () => ({ "x-forwarded-for": `10.9.${++addresses >> 8}.${addresses & 255}` })

const ask = (change: Readonly<Record<string, unknown>> = {}, headers: Headers = {}) =>
  Service.Service.use(({ call }) =>
    call("POST", path, {
      headers: { "idempotency-key": crypto.randomUUID(), ...elsewhere(), ...headers },
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

/** What a caller could tell two answers apart by. */
const visible = (answer: Service.Answer) => [
  answer.status,
  answer.text,
  [...answer.headers.keys()].filter((name) => name !== "x-request-id").toSorted()
]

const environment = { HUB_TEST_CONTROLS: "1" }

layer(Service.layer({ environment }))("sendPublicInvite", (it) => {
  it.effect("PAR-069: invites a guest of the link's venue, in the organization's program, without a credential", () =>
    Effect.gen(function* () {
      const answer = yield* ask({ email: "asks@example.com", firstName: "Ana", locale: "pt" })
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

  it.effect("PAR-069: ignores a credential, whatever it is", () =>
    Effect.gen(function* () {
      const plain = visible(yield* ask({ email: "plain@example.com" }))
      for (const headers of [
        key("PA"),
        key("PA_revoked"),
        { ...key("PA"), authorization: "Bearer x" },
        bearer(yield* tokenFor("M1")),
        { authorization: "Basic eDp5" }
      ]) {
        assert.deepStrictEqual(visible(yield* ask({ email: `${crypto.randomUUID()}@example.com` }, headers)), plain)
      }
    })
  )

  it.effect("PAR-069: tells a member from a stranger, or one invited before from a new one, by nothing", () =>
    Effect.gen(function* () {
      const before = yield* total()
      const answers: Array<unknown> = []
      for (const email of ["m1@example.com", "stranger@example.com", "guest-accepted@example.com", "m1@example.com"]) {
        answers.push(visible(yield* ask({ email })))
      }
      answers.push(visible(yield* ask({ email: undefined, phone: "+351912345678" })))
      for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
      assert.strictEqual(yield* total(), before + 5)
    })
  )

  it.effect("PAR-069, PAR-137: the fourth for one recipient within an hour is the same 202, and no message", () =>
    Effect.gen(function* () {
      const before = yield* total()
      const answers: Array<unknown> = []
      for (const email of ["four@example.com", "Four@example.com", "four@EXAMPLE.com", "four@example.com"]) {
        answers.push(visible(yield* ask({ email, inviteLinkToken: answers.length === 1 ? V2 : V1 })))
      }
      for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
      assert.strictEqual(yield* total(), before + 3)
      yield* ask({ email: "fifth@example.com" })
      assert.strictEqual(yield* total(), before + 4)
    })
  )

  it.effect("PAR-069, PAR-115: needs an Idempotency-Key, consent, one contact and nothing else", () =>
    Effect.gen(function* () {
      const before = yield* total()
      const keyless = yield* Service.Service.use(({ call }) =>
        call("POST", path, {
          headers: elsewhere(),
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
        const answer = yield* ask(change)
        assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], JSON.stringify(change))
        assert.isTrue(isFailure(answer))
      }
      assert.strictEqual(yield* total(), before)
    })
  )

  it.effect("PAR-069: a request without consent is told which field is missing", () =>
    Effect.gen(function* () {
      for (const consent of [undefined, false, "true", null]) {
        const { body } = yield* ask({ consent })
        const message = consent === undefined ? "Missing key" : "Expected true"
        assert.deepInclude(body, {
          message: `consent: ${message}`,
          errors: [{ field: "consent", in: "body", message }]
        })
      }
    })
  )

  it.effect("PAR-069: a link that is unknown is 404, also under a key that was used", () =>
    Effect.gen(function* () {
      const used = { "idempotency-key": "public-unknown" }
      assert.strictEqual((yield* ask({}, used)).status, 202)
      for (const inviteLinkToken of ["lnk_unknown", `${V1}x`, V1.slice(0, -1), V1.toUpperCase()]) {
        const answer = yield* ask({ inviteLinkToken }, used)
        assert.deepStrictEqual(statusAndCode(answer), [404, "not_found"], inviteLinkToken)
      }
    })
  )

  it.effect(
    "PAR-069, PAR-124: keys belong to the link: replayed there, free on other links and on partner routes",
    () =>
      Effect.gen(function* () {
        const used = { "idempotency-key": "public-key" }
        const first = yield* ask({ email: "keyed@example.com" }, used)
        assert.deepStrictEqual([first.status, first.headers.get("x-idempotent-replay")], [202, null])
        const before = yield* total()
        const again = yield* ask({ email: "keyed@example.com" }, used)
        assert.deepStrictEqual(
          [again.status, again.text, again.headers.get("x-idempotent-replay")],
          [202, first.text, "true"]
        )
        assert.strictEqual(yield* total(), before)
        const reused = yield* ask({ email: "another@example.com" }, used)
        assert.deepStrictEqual(statusAndCode(reused), [409, "idempotency_key_reused"])
        const elsewhereUsed = yield* ask({ email: "keyed@example.com", inviteLinkToken: V2 }, used)
        assert.deepStrictEqual([elsewhereUsed.status, elsewhereUsed.headers.get("x-idempotent-replay")], [202, null])
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
    "PAR-069, PAR-137: the 21st from an address within a minute is 429, before anything else is looked at",
    () =>
      Effect.gen(function* () {
        const address = { "x-forwarded-for": "2001:db8:1:2::1" }
        for (let i = 0; i < 20; i++) {
          const answer = yield* ask({ inviteLinkToken: "lnk_unknown" }, { "x-forwarded-for": `2001:db8:1:2::${i}` })
          assert.strictEqual(answer.status, 404)
        }
        const limited = yield* ask({ consent: false }, { ...address, "idempotency-key": "" })
        assert.deepStrictEqual(statusAndCode(limited), [429, "rate_limited"])
        assert.isTrue(isFailure(limited))
        assert.match(limited.headers.get("retry-after") ?? "", /^\d+$/)
        assert.match(limited.headers.get("ratelimit-policy") ?? "", /"invite-address";q=20;w=60/)
        assert.strictEqual((yield* ask({}, { "x-forwarded-for": "2001:db8:1:3::1" })).status, 202)
        const { call } = yield* Service.Service
        const scope = yield* call("GET", "/v1/partner/scope", { headers: { ...key("PA"), ...address } })
        assert.strictEqual(scope.status, 200)
      })
  )

  it.effect(
    "PAR-069, PAR-137: the 61st of a link within an hour is 429 and leaves the key usable; replays and other links go on",
    () =>
      Effect.gen(function* () {
        const email = (i: number) => ({ inviteLinkToken: V2, email: `many-${i}@example.com` })
        for (let i = 0; i < 60; i++) {
          const headers = i === 0 ? { "idempotency-key": "many-0" } : {}
          assert.strictEqual((yield* ask(email(i), headers)).status, 202)
        }
        const used = { "idempotency-key": "many-60" }
        const before = yield* total()
        const limited = yield* ask(email(60), used)
        assert.deepStrictEqual(statusAndCode(limited), [429, "rate_limited"])
        assert.isTrue(isFailure(limited))
        assert.isAbove(Number(limited.headers.get("retry-after")), 3500)
        assert.strictEqual(yield* total(), before)
        const replay = yield* ask(email(0), { "idempotency-key": "many-0" })
        assert.deepStrictEqual([replay.status, replay.headers.get("x-idempotent-replay")], [202, "true"])
        const other = yield* ask({ ...email(61), inviteLinkToken: V1 }, used)
        assert.strictEqual(other.status, 202)
        const stillLimited = yield* ask(email(60), used)
        assert.deepStrictEqual(statusAndCode(stillLimited), [429, "rate_limited"])
      })
  )
})

layer(
  Service.layer({
    replace: (services) =>
      Context.add(services, Delivery, { ...Context.get(services, Delivery), channels: new Set<Channel>() })
  })
)("without channels", (it) => {
  it.effect("PAR-069: where nothing is sent, nothing is promised: 503 for everyone", () =>
    Effect.gen(function* () {
      for (const email of ["m1@example.com", "stranger@example.com"]) {
        assert.deepStrictEqual(statusAndCode(yield* ask({ email })), [503, "service_unavailable"])
      }
    })
  )
})
