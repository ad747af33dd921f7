import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { verificationCode } from "../../../src/demo/demoFulfillments.ts"
import { Redemption } from "../../../src/domain/fulfillments/DeskFulfillment.ts"
import { findTransition, triggers } from "../../../src/domain/fulfillments/fulfillmentTransitions.ts"
import { controls, desk, serviceWithCore } from "../../support/desk.ts"
import { act, bodies, get, idOf, isFulfillment, show, statuses, writer } from "../../support/deskCalls.ts"
import { memberCalls } from "../../support/memberCalls.ts"
import { isFailure, key, operator, partner, statusAndCode } from "../../support/partner.ts"
import { at } from "../../support/http/service.ts"

const { give, layer: service } = serviceWithCore()
const m4 = memberCalls("M4")

const isRedemption = Schema.is(Schema.toEncoded(Schema.toCodecJson(Redemption)))

layer(service)("desk commands", (it) => {
  const commands = { approve: "approve", reject: "reject", fulfill: "fulfill", modify: "modify" } as const

  it.effect(
    "PAR-025, F3 to F6, F17, F18: makes every transition of the state machine; any other is 409 and changes nothing",
    () =>
      Effect.gen(function* () {
        for (const action of triggers.filter((trigger): trigger is keyof typeof commands => trigger in commands)) {
          for (const status of statuses) {
            yield* controls.reset
            const name = `v1_${status}`
            const before = yield* show(name)
            const body = action === "fulfill" ? { verificationCode: verificationCode(name) } : bodies[action]
            const answer = yield* act(name, action, body)
            const move = findTransition(action, { status, redemptionType: "propertySpecific" })
            if (move === undefined) {
              assert.deepStrictEqual(statusAndCode(answer), [409, "invalid_state_transition"], `${action} ${status}`)
              assert.strictEqual(answer.at("details.currentStatus"), status)
              assert.isTrue(isFailure(answer))
              assert.deepStrictEqual((yield* show(name)).body, before.body)
              continue
            }
            assert.strictEqual(answer.status, 200, `${action} ${status}: ${answer.text}`)
            assert.isTrue(isFulfillment(answer.at("fulfillment")), answer.text)
            assert.isTrue(isRedemption(answer.at("redemption")), answer.text)
            assert.strictEqual(answer.at("fulfillment.status"), move.to)
            assert.strictEqual(answer.at("fulfillment.version"), Number(before.at("version")) + 1)
            assert.deepInclude(Object(answer.at("redemption")), { action, fromStatus: status, toStatus: move.to })
            assert.strictEqual((yield* m4.fulfillment(idOf(name))).at("status"), move.to)
          }
        }
      })
  )

  it.effect(
    "PAR-025: malformed bodies are 400 and change nothing; a reason and note of 500 characters are accepted",
    () =>
      Effect.gen(function* () {
        yield* controls.reset
        const long = "x".repeat(501)
        const refused: ReadonlyArray<readonly [string, unknown]> = [
          ["approve", { note: "" }],
          ["approve", { note: long }],
          ["approve", { reason: "no such field" }],
          ["reject", {}],
          ["reject", { reason: "" }],
          ["reject", { reason: " \t\n\u00a0" }],
          ["reject", { reason: long }],
          ["fulfill", { verificationCode: "" }],
          ["fulfill", { verificationCode: 123_456 }],
          ["fulfill", { verificationCode: "1".repeat(65) }],
          ["modify", { note: "Why" }],
          ["modify", { changes: {}, note: "Why" }],
          ["modify", { changes: { substitution: "Other" } }],
          ["modify", { changes: { substitution: "Other" }, note: "  " }],
          ["modify", { changes: { substitution: "  " }, note: "Why" }],
          ["modify", { changes: { checkInDate: "2026-02-30" }, note: "Why" }],
          ["modify", { changes: { points: 1 }, note: "Why" }]
        ]
        for (const [action, body] of refused) {
          const answer = yield* act("v1_claimed", action, body)
          assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], `${action} ${JSON.stringify(body)}`)
        }
        assert.strictEqual((yield* show("v1_claimed")).at("version"), 1)
        const longest = yield* act("v1_claimed", "reject", { reason: "x".repeat(500), note: "y".repeat(500) })
        assert.strictEqual(longest.status, 200, longest.text)
        assert.strictEqual((yield* act("v1_pending_approval", "approve")).status, 200)
      })
  )

  it.effect(
    "PAR-026, A-94: each command leaves one record with action, note and actor; replays and the member leave none",
    () =>
      Effect.gen(function* () {
        yield* controls.reset
        const records = (name: string) =>
          Effect.map(get(`/${idOf(name)}/redemptions`), (answer) => answer.each("items"))
        assert.deepStrictEqual(yield* records("v1_claimed"), [])
        const fixed = { ...writer, "idempotency-key": "approve-once" }
        const approved = yield* act("v1_claimed", "approve", { note: "Fine" }, fixed)
        const again = yield* act("v1_claimed", "approve", { note: "Fine" }, fixed)
        assert.strictEqual(again.headers.get("x-idempotent-replay"), "true")
        assert.isNull(approved.headers.get("x-idempotent-replay"))
        assert.strictEqual(again.text, approved.text)
        const modified = yield* act("v1_claimed", "modify", { changes: { substitution: "Other" }, note: "Why" })
        const reapproved = yield* act("v1_claimed", "approve")
        const { verificationCode: code } = Object((yield* m4.fulfillment(idOf("v1_claimed"))).body)
        const fulfilled = yield* act("v1_claimed", "fulfill", { verificationCode: code })
        assert.deepStrictEqual(
          yield* records("v1_claimed"),
          [approved, modified, reapproved, fulfilled].map((answer) => answer.at("redemption"))
        )
        assert.deepStrictEqual(
          (yield* records("v1_claimed")).map((one) => [
            at(one, "action"),
            at(one, "note"),
            at(one, "actor.kind"),
            at(one, "actor.name")
          ]),
          [
            ["approve", "Fine", "key", "PA_partner_fulfillments_write"],
            ["modify", "Why", "key", "PA_partner_fulfillments_write"],
            ["approve", null, "key", "PA_partner_fulfillments_write"],
            ["fulfill", null, "key", "PA_partner_fulfillments_write"]
          ]
        )
        const byMember = yield* memberCalls("M1").claim("spa")
        yield* memberCalls("M1").confirm(byMember.at("fulfillmentId"))
        assert.deepStrictEqual(yield* desk.redemptions(byMember.at("fulfillmentId")), [])
      })
  )

  it.effect("PAR-026: a command by an operator is recorded with actor kind operator", () =>
    Effect.gen(function* () {
      yield* controls.reset
      const answer = yield* act("v1_claimed", "approve", {}, yield* operator("OT_A"))
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepStrictEqual(answer.at("redemption.actor.kind"), "operator")
    })
  )

  it.effect("PAR-027, DOMAIN 11.2: a rejection refunds each asset, invalidates the code and notifies the member", () =>
    Effect.gen(function* () {
      yield* controls.reset
      const guest = memberCalls("M_new")
      yield* give("M_new", 100)
      yield* give("M_new", 500, "CREDIT")
      const before = yield* guest.balance
      const claim = yield* guest.claim("late_checkout")
      assert.deepStrictEqual(claim.at("charges"), [
        { assetType: "VALID", points: 100 },
        { assetType: "CREDIT", points: 80 }
      ])
      const id = String(claim.at("fulfillmentId"))
      const { post: send } = yield* partner
      const rejected = yield* send(`/fulfillments/${id}/reject`, writer, {
        reason: "The house is full",
        note: "Sorry"
      })
      assert.strictEqual(rejected.status, 200, rejected.text)
      assert.deepStrictEqual(rejected.at("refund"), { points: 180, charges: claim.at("charges") })
      assert.deepStrictEqual(yield* guest.balance, before)
      const memberView = yield* guest.fulfillment(id)
      assert.deepStrictEqual(
        [memberView.at("status"), memberView.at("rejectionReason"), memberView.at("verificationCode")],
        ["rejected", "The house is full", undefined]
      )
      assert.strictEqual(yield* desk.fulfill(id, claim.at("verificationCode")), "invalid_state_transition")
      const notifications = (yield* guest.get("/notifications")).each("items")
      assert.strictEqual(at(notifications[0], "title"), "Offer rejected")
      assert.include(JSON.stringify(notifications[0]), id)
    })
  )

  it.effect("PAR-027: an approval, a proposal and a hand-over each send the member one notification", () =>
    Effect.gen(function* () {
      yield* controls.reset
      const unreadCount = Effect.map(m4.get("/notifications/unread-count"), (answer) =>
        Number(answer.at("unreadCount"))
      )
      for (const [name, action, body] of [
        ["v1_pending_approval", "approve", {}],
        ["v1_approved", "modify", bodies["modify"]],
        ["v1_claimed", "fulfill", { verificationCode: verificationCode("v1_claimed") }]
      ] as const) {
        const before = yield* unreadCount
        assert.strictEqual((yield* act(name, action, body)).status, 200)
        assert.strictEqual(yield* unreadCount, before + 1, action)
      }
    })
  )

  it.effect(
    "PAR-028, PAR-137: five wrong codes within 15 minutes block only that claim, until the first is older than that",
    () =>
      Effect.gen(function* () {
        yield* controls.reset
        const right = { verificationCode: verificationCode("v1_claimed") }
        const wrong = { verificationCode: "00000000" }
        const fixed = { ...writer, "idempotency-key": "a-code" }
        const before = (yield* show("v1_claimed")).body
        const first = yield* act("v1_claimed", "fulfill", wrong, fixed)
        assert.deepStrictEqual(statusAndCode(first), [400, "invalid_verification_code"])
        assert.isTrue(isFailure(first))
        assert.deepStrictEqual((yield* show("v1_claimed")).body, before)
        const missing = yield* act("v1_claimed", "fulfill", {}, fixed)
        assert.deepStrictEqual(statusAndCode(missing), [400, "invalid_verification_code"])
        yield* controls.pass(0.1)
        for (let count = 2; count <= 5; count++) {
          const refused = yield* act("v1_claimed", "fulfill", wrong, count % 2 === 0 ? writer : key("PA"))
          assert.deepStrictEqual(statusAndCode(refused), [400, "invalid_verification_code"], String(count))
        }
        for (const body of [wrong, right]) {
          const blocked = yield* act("v1_claimed", "fulfill", body, fixed)
          assert.deepStrictEqual(statusAndCode(blocked), [429, "rate_limited"])
          const wait = Number(blocked.headers.get("retry-after"))
          assert.isTrue(wait > 0 && wait <= 9 * 60, String(wait))
        }
        assert.strictEqual(
          (yield* act("v2_claimed", "fulfill", { verificationCode: verificationCode("v2_claimed") })).status,
          200
        )
        assert.strictEqual((yield* show("v1_claimed")).status, 200)
        yield* controls.pass(0.16)
        assert.strictEqual((yield* act("v1_claimed", "fulfill", right, fixed)).status, 200)
      })
  )

  it.effect("PAR-028, REQUIREMENTS 0.3: fulfilling a blocked, cancelled claim is 429; approving it is 409", () =>
    Effect.gen(function* () {
      yield* controls.reset
      for (let count = 1; count <= 5; count++) yield* act("v1_claimed", "fulfill", { verificationCode: "wrong" })
      yield* m4.cancel(idOf("v1_claimed"))
      assert.strictEqual((yield* act("v1_claimed", "fulfill", { verificationCode: "wrong" })).status, 429)
      assert.deepStrictEqual(statusAndCode(yield* act("v1_claimed", "approve")), [409, "invalid_state_transition"])
    })
  )

  it.effect(
    "PAR-028, MEM-082: a cancelled, rejected or expired claim refuses its code; a modified one does until approved",
    () =>
      Effect.gen(function* () {
        for (const end of [
          m4.cancel(idOf("v1_claimed")),
          act("v1_claimed", "reject", { reason: "Full" }),
          controls.pass(721)
        ]) {
          yield* controls.reset
          yield* end
          const answer = yield* act("v1_claimed", "fulfill", { verificationCode: verificationCode("v1_claimed") })
          assert.deepStrictEqual(statusAndCode(answer), [409, "invalid_state_transition"])
        }
        yield* controls.reset
        const proposed = yield* act("v1_claimed", "modify", bodies["modify"])
        assert.strictEqual(proposed.status, 200)
        const suspended = yield* act("v1_claimed", "fulfill", { verificationCode: verificationCode("v1_claimed") })
        assert.strictEqual(suspended.status, 409)
        assert.isUndefined((yield* m4.fulfillment(idOf("v1_claimed"))).at("verificationCode"))
        yield* act("v1_claimed", "approve")
        assert.strictEqual(
          (yield* m4.fulfillment(idOf("v1_claimed"))).at("verificationCode"),
          verificationCode("v1_claimed")
        )
      })
  )

  it.effect("PAR-025, MEM-117: a command on a due claim is 409, and the claim stays expired and refunded", () =>
    Effect.gen(function* () {
      yield* controls.reset
      const before = Number((yield* m4.balance).spendable)
      yield* controls.pass(720)
      const fixed = { ...writer, "idempotency-key": "too-late" }
      const late = yield* act("v1_claimed", "approve", {}, fixed)
      assert.deepStrictEqual(statusAndCode(late), [409, "invalid_state_transition"])
      assert.strictEqual(late.at("details.currentStatus"), "expired")
      const log = yield* show("v1_claimed")
      assert.strictEqual(at(log.each("history").at(-1), "toStatus"), "expired")
      assert.isAtLeast(Number((yield* m4.balance).spendable), before + 260)
      const again = yield* act("v1_claimed", "approve", {}, fixed)
      assert.deepStrictEqual([again.text, again.headers.get("x-idempotent-replay")], [late.text, "true"])
    })
  )

  it.effect(
    "PAR-125, PAR-126: a 409 is replayed, a 404 is not, and an answer is not replayed to a caller without its venue",
    () =>
      Effect.gen(function* () {
        yield* controls.reset
        const fixed = { "idempotency-key": "of-v2" }
        const v1 = { ...key("PA_v1"), ...fixed }
        const pa = { ...key("PA"), ...fixed }
        assert.deepStrictEqual(statusAndCode(yield* act("v2_claimed", "approve", {}, v1)), [404, "not_found"])
        const approved = yield* act("v2_claimed", "approve", {}, pa)
        assert.deepStrictEqual([approved.status, approved.headers.get("x-idempotent-replay")], [200, null])
        const hidden = yield* act("v2_claimed", "approve", {}, v1)
        assert.deepStrictEqual(
          [...statusAndCode(hidden), hidden.headers.get("x-idempotent-replay")],
          [404, "not_found", null]
        )
        const conflict = yield* act("v1_fulfilled", "approve", {}, { ...key("PA_v1"), "idempotency-key": "of-v1" })
        const replayed = yield* act("v1_fulfilled", "approve", {}, { ...key("PA_v1"), "idempotency-key": "of-v1" })
        assert.deepStrictEqual(
          [replayed.status, replayed.text, replayed.headers.get("x-idempotent-replay")],
          [409, conflict.text, "true"]
        )
      })
  )
})
