import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { programXid } from "../../../src/demo/demoPrograms.ts"
import { stays } from "../../../src/demo/stays.ts"
import {
  accept,
  at,
  both,
  call,
  create,
  deliver,
  environment,
  fresh,
  type Headers,
  isInvite,
  mailbox,
  tokenTo
} from "../../support/invites.ts"
import { isFailure, key, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { V1, V2, W1 } = demoIds.venues
layer(Service.layer({ environment }))("listGuestInvites", (it) => {
  it.effect("PAR-068: lists the organization's invites newest first, with integer inviteId and external ids", () =>
    Effect.gen(function* () {
      const answer = yield* call("GET", "?limit=100")
      assert.strictEqual(answer.status, 200)
      assert.hasAllKeys(answer.body, ["items", "total", "limit", "offset"])
      const items = answer.each("items")
      for (const item of items) {
        assert.isTrue(isInvite(item), JSON.stringify(item))
        assert.isTrue(Number.isInteger(Service.at(item, "inviteId")))
      }
      assert.strictEqual(answer.at("total"), 9)
      const keys = items.map((item) => [String(Service.at(item, "createdAt")), Number(Service.at(item, "inviteId"))])
      assert.deepStrictEqual(
        keys,
        keys.toSorted(([a, m], [b, n]) =>
          String(a) < String(b) ? 1 : String(a) > String(b) ? -1 : Number(n) - Number(m)
        )
      )
      const accepted = items.find((item) => Service.at(item, "status") === "accepted")
      assert.strictEqual(Service.at(accepted, "memberExternalId"), demoIds.members.M1)
      assert.strictEqual(Service.at(accepted, "programId"), programXid("A"))
    })
  )

  it.effect("PAR-068, PAR-102: needs both guest scopes; a key with only one gets 403", () =>
    Effect.gen(function* () {
      for (const name of ["PA_pii", "PA_guests"] as const) {
        for (const [method, suffix] of [
          ["GET", ""],
          ["GET", at("sent")],
          ["POST", at("sent", "/resend")],
          ["POST", at("sent", "/revoke")]
        ] as const) {
          const answer = yield* call(method, suffix, key(name), method === "GET" ? undefined : {})
          assert.deepStrictEqual(statusAndCode(answer), [403, "insufficient_scope"], `${name} ${method} ${suffix}`)
        }
      }
      assert.strictEqual((yield* call("GET", at("sent"))).status, 200)
    })
  )

  it.effect("PAR-002, PAR-139: lists only invites of venues within the key's reach", () =>
    Effect.gen(function* () {
      const narrow = yield* call("GET", "?limit=100", key("PA_v1"))
      assert.deepStrictEqual([...new Set(narrow.each("items", "propertyId"))], [V1])
      const whole = yield* call("GET", "?limit=100")
      assert.include(whole.each("items", "propertyId"), V2)
      assert.notInclude(whole.each("items", "propertyId"), W1)
      const ofB = yield* call("GET", "", key("PB"))
      assert.deepStrictEqual(ofB.each("items", "inviteId"), [demoIds.invites.sent_b])
    })
  )

  it.effect("PAR-057, PAR-068: filters by status and venue; a venue out of reach is 403", () =>
    Effect.gen(function* () {
      const ids = (filter: string, headers?: Headers): Effect.Effect<Array<unknown>, never, Service.Service> =>
        Effect.map(call("GET", `?limit=100&${filter}`, headers), (answer) => {
          assert.strictEqual(answer.at("total"), answer.each("items").length)
          return [...answer.each("items", "inviteId")]
        })
      assert.sameMembers(yield* ids("status=expired"), [demoIds.invites.lapsed, demoIds.invites.expired])
      const two = [demoIds.invites.pending, demoIds.invites.failed]
      assert.sameMembers(yield* ids("status=pending&status=failed"), two)
      assert.sameMembers(yield* ids("status=pending,failed"), two)
      assert.deepStrictEqual(yield* ids(`propertyIds=${V2}`), [demoIds.invites.sent_v2])
      assert.deepStrictEqual(yield* ids(`propertyIds=${V2}&status=failed`), [])
      assert.strictEqual((yield* call("GET", "?status=lost")).status, 400)
      const outside = yield* call("GET", `?propertyIds=${V2}`, key("PA_v1"))
      assert.deepStrictEqual(statusAndCode(outside), [403, "property_out_of_scope"])
    })
  )

  it.effect("PAR-068: q matches part of a name, e-mail or phone in any case; wildcards and quotes are literals", () =>
    Effect.gen(function* () {
      const id = yield* fresh({
        email: "100%_o'neil@example.com".replace("%", "+"),
        firstName: "Ána",
        lastName: "O'Neil 50% \\_"
      })
      const byPhone = yield* fresh({ email: undefined, phone: "+351912345678" })
      const found = (q: string) =>
        Effect.map(call("GET", `?limit=100&q=${encodeURIComponent(q)}`), (answer) => answer.each("items", "inviteId"))
      for (const q of ["o'neil", "50% \\", "\\_", "ÁNA O'N", "ána", "100+_"])
        assert.deepStrictEqual(yield* found(q), [id], q)
      assert.deepStrictEqual(yield* found("+35191234"), [byPhone])
      for (const q of ["%", "50_", "_'neil", "ána%", "anna"]) {
        const hits = yield* found(q)
        assert.isTrue(q === "%" ? hits.includes(id) && hits.length === 1 : hits.length === 0, q)
      }
    })
  )

  it.effect("PAR-068: paging by offset returns every invite exactly once", () =>
    Effect.gen(function* () {
      const all = (yield* call("GET", "?limit=100")).each("items", "inviteId")
      const walked: Array<unknown> = []
      for (let offset = 0; offset < all.length; offset += 2) {
        walked.push(...(yield* call("GET", `?limit=2&offset=${offset}`)).each("items", "inviteId"))
      }
      assert.deepStrictEqual(walked, [...all])
    })
  )
})

layer(Service.layer({ environment }))("createGuestInvite", (it) => {
  it.effect("PAR-068, DOMAIN 7.1: creates a pending invite for 30 days and sends it in its locale", () =>
    Effect.gen(function* () {
      const stay = stays.find(({ name }) => name === "open")?.externalId
      const answer = yield* create({
        firstName: "Maria",
        lastName: "Silva",
        locale: "pt-PT",
        reservationId: stay,
        programId: programXid("A")
      })
      assert.strictEqual(answer.status, 201)
      assert.isTrue(isInvite(answer.body), answer.text)
      const fields = ["propertyId", "email", "phone", "status", "sentCount", "lastSentAt", "reservationId", "programId"]
      assert.deepStrictEqual(
        fields.map((name) => answer.at(name)),
        [V1, "new@example.com", null, "pending", 1, null, stay, programXid("A")]
      )
      const days =
        DateTime.toEpochMillis(DateTime.makeUnsafe(String(answer.at("expiresAt")))) -
        DateTime.toEpochMillis(DateTime.makeUnsafe(String(answer.at("createdAt"))))
      assert.strictEqual(days, 30 * 86_400_000)
      assert.notInclude(answer.text, "inv_")
      assert.strictEqual((yield* deliver).at("sent"), 1)
      const delivered = yield* call("GET", `/${answer.at("inviteId")}`)
      assert.strictEqual(delivered.at("status"), "sent")
      assert.isString(delivered.at("lastSentAt"))
      const [message] = (yield* mailbox).slice(-1)
      assert.deepStrictEqual(
        ["channel", "recipient", "subject"].map((name) => Service.at(message, name)),
        ["email", "new@example.com", "O seu convite de Venue V1"]
      )
      assert.include(String(Service.at(message, "body")), "Olá Maria,")
    })
  )

  it.effect("MEM-119: the token in the message accepts the invite once; a second use is 404", () =>
    Effect.gen(function* () {
      const id = yield* fresh({ email: "accept@example.com", programId: programXid("A") })
      yield* deliver
      const token = yield* tokenTo("accept@example.com")
      const answer = yield* accept(token)
      assert.strictEqual(answer.status, 200, answer.text)
      const invite = yield* call("GET", `/${id}`)
      assert.deepStrictEqual([invite.at("status"), invite.at("memberExternalId")], ["accepted", demoIds.members.M1])
      assert.isString(invite.at("acceptedAt"))
      assert.strictEqual((yield* accept(token, "M2")).status, 404)
    })
  )

  it.effect("PAR-068: sends the invite by SMS when the guest has no e-mail address", () =>
    Effect.gen(function* () {
      yield* fresh({ email: undefined, phone: "+351911111111" })
      yield* deliver
      const [message] = (yield* mailbox).slice(-1)
      assert.deepStrictEqual(
        ["channel", "recipient", "html"].map((name) => Service.at(message, name)),
        ["sms", "+351911111111", null]
      )
    })
  )

  it.effect("PAR-068: answers 400 to invalid contacts, names, locales and unknown fields, and stores nothing", () =>
    Effect.gen(function* () {
      const before = (yield* call("GET", "")).at("total")
      for (const change of [
        { email: undefined },
        { email: "" },
        { email: "a" },
        { email: "a@b@example.com" },
        { email: "a@example.com, b@example.com" },
        { email: "a@example.com\r\nBcc: b@example.com" },
        { email: "Name <a@example.com>" },
        { email: null },
        { email: `${"a".repeat(65)}@example.com` },
        { phone: "00351912345678" },
        { phone: "+351 912" },
        { firstName: "" },
        { firstName: "a\r\nb" },
        { firstName: "x".repeat(101) },
        { locale: "english language" },
        { status: "sent" }
      ]) {
        const answer = yield* create(change)
        assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], JSON.stringify(change))
        assert.isTrue(isFailure(answer))
      }
      assert.strictEqual((yield* call("GET", "")).at("total"), before)
    })
  )

  it.effect("PAR-140: an unknown and a foreign venue, stay or program answer the same 404, with details.field", () =>
    Effect.gen(function* () {
      const stayAtV2 = stays.find(({ venue }) => venue === "V2")?.externalId
      const cases: ReadonlyArray<readonly [string, ReadonlyArray<unknown>]> = [
        ["propertyId", ["no-such-venue", W1]],
        ["reservationId", ["no-such-stay", stays.find(({ name }) => name === "w1_acknowledged")?.externalId, stayAtV2]],
        ["programId", ["no-such-program", programXid("B")]]
      ]
      for (const [field, values] of cases) {
        const refusals: Array<unknown> = []
        for (const value of values) {
          const answer = yield* create({ [field]: value })
          assert.deepStrictEqual([...statusAndCode(answer), answer.at("details.field")], [404, "not_found", field])
          refusals.push([answer.at("message"), answer.at("details"), [...answer.headers.keys()].toSorted()])
        }
        for (const refusal of refusals) assert.deepStrictEqual(refusal, refusals[0])
      }
      const outside = yield* create({ propertyId: V2 }, key("PA_v1"))
      assert.deepStrictEqual([...statusAndCode(outside), outside.at("details.field")], [404, "not_found", "propertyId"])
    })
  )
})

layer(Service.layer({ environment }))("getGuestInvite", (it) => {
  it.effect("PAR-005, PAR-068: an inviteId that is no integer is 400; an unknown or unreachable one is 404", () =>
    Effect.gen(function* () {
      for (const id of ["abc", "1.5", "-1", "9e1", demoIds.members.M1]) {
        for (const [method, suffix] of [
          ["GET", ""],
          ["POST", "/resend"],
          ["POST", "/revoke"]
        ] as const) {
          const answer = yield* call(method, `/${id}${suffix}`, both, method === "GET" ? undefined : {})
          assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], `${method} ${id}`)
        }
        const changed = yield* call("PATCH", `/${id}`, both, { firstName: "A" })
        assert.deepStrictEqual(statusAndCode(changed), [400, "invalid_parameter"], `PATCH ${id}`)
      }
      for (const path of [at("sent_b"), "/999999", "/99999999999999"]) {
        assert.deepStrictEqual(statusAndCode(yield* call("GET", path)), [404, "not_found"], path)
      }
      assert.deepStrictEqual(statusAndCode(yield* call("GET", at("sent_v2"), key("PA_v1"))), [404, "not_found"])
    })
  )

  it.effect("DOMAIN 7.1: an invite past expiresAt has status expired, also before that status is stored", () =>
    Effect.gen(function* () {
      for (const [name, status] of [
        ["lapsed", "expired"],
        ["expired", "expired"],
        ["sent", "sent"],
        ["revoked", "revoked"]
      ] as const) {
        assert.strictEqual((yield* call("GET", at(name))).at("status"), status, name)
      }
    })
  )
})
