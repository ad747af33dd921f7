import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import type { OfferName } from "../../../src/demo/offerPlan.ts"
import { controls, desk, serviceWithCore } from "../../support/desk.ts"
import { isFailure } from "../../support/member.ts"
import { memberCalls } from "../../support/memberCalls.ts"
import { otherUuids } from "../../support/otherUuids.ts"
import { recordOf } from "../../support/http/service.ts"

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const { fulfillments, venues } = demoIds

const { give, layer: service } = serviceWithCore()
const m1 = memberCalls("M1")
const m2 = memberCalls("M2")

/** What a refused confirmation must not change. */
const stateOf = (member: typeof m1, id: unknown) =>
  Effect.all([
    Effect.map(member.fulfillment(id), ({ body }) => body),
    member.balance,
    member.ledger,
    Effect.map(member.get("/wallet/activity?limit=100"), ({ body }) => body)
  ])

/** Asserts 400 with this message, and that nothing changed. */
const refused = Effect.fnUntraced(function* (member: typeof m1, id: unknown, message: string) {
  const before = yield* stateOf(member, id)
  const answer = yield* member.confirm(id)
  assert.deepStrictEqual([answer.status, answer.at("code")], [400, "fulfillment_not_confirmable"], answer.text)
  assert.isTrue(isFailure(answer))
  assert.strictEqual(answer.at("message"), message)
  assert.deepStrictEqual(yield* stateOf(member, id), before)
})

const claimed = Effect.fnUntraced(function* (offer: OfferName, body?: unknown) {
  const claim = yield* m2.claim(offer, body)
  assert.strictEqual(claim.status, 201, claim.text)
  return claim.at("fulfillmentId")
})

layer(service)("confirmFulfillment", (it) => {
  it.effect("MEM-068, MEM-073: returns success, status and fulfilledAt; the spend completes without a new charge", () =>
    Effect.gen(function* () {
      const id = yield* claimed("spa")
      const spend = m2.get("/wallet/activity?activityType=spend&limit=1")
      assert.deepStrictEqual((yield* spend).at("items.0.status"), "pending")
      const before = { balance: yield* m2.balance, ledger: yield* m2.ledger }
      const confirmed = yield* m2.confirm(id)
      assert.strictEqual(confirmed.status, 200, confirmed.text)
      const { fulfilledAt, ...rest } = recordOf(confirmed.body)
      assert.deepStrictEqual(rest, { success: true, status: "fulfilled" })
      assert.match(String(fulfilledAt), instant)
      const detail = yield* m2.fulfillment(id)
      assert.deepStrictEqual([detail.at("status"), detail.at("fulfilledAt")], ["fulfilled", fulfilledAt])
      assert.deepStrictEqual((yield* spend).at("items.0.status"), "completed")
      assert.deepStrictEqual({ balance: yield* m2.balance, ledger: yield* m2.ledger }, before)
    })
  )

  it.effect("MEM-069: confirming a malformed id is 400; an unknown one is 404 for confirm, read and cancel", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* m1.confirm("abc")).status, 400)
      for (const id of [crypto.randomUUID(), ...otherUuids]) {
        assert.strictEqual((yield* m1.confirm(id)).status, 404, id)
        assert.strictEqual((yield* m1.fulfillment(id)).status, 404, id)
        assert.strictEqual((yield* m1.cancel(id)).status, 404, id)
      }
    })
  )

  it.effect("MEM-070, A-17: a body whose `confirmed` is not true is 400 and changes nothing", () =>
    Effect.gen(function* () {
      const id = yield* claimed("lounge")
      const before = yield* stateOf(m2, id)
      const bodies = [
        undefined,
        {},
        { confirmed: false },
        { confirmed: "true" },
        { confirmed: 1 },
        { confirmed: null },
        [true],
        "true",
        "null"
      ]
      for (const body of bodies) {
        const answer = yield* m2.post(`/loyalty/offers/fulfillments/${String(id)}/confirm`, body)
        assert.strictEqual(answer.status, 400, JSON.stringify(body))
        assert.isTrue(isFailure(answer))
      }
      assert.deepStrictEqual(yield* stateOf(m2, id), before)
      assert.strictEqual((yield* m2.confirm(id, { confirmed: true, more: 1 })).status, 200)
    })
  )

  it.effect("MEM-071: confirms claimed and approved claims of types direct, externalCode and static", () =>
    Effect.gen(function* () {
      const atV1 = { propertyId: venues.V1 }
      for (const [offer, type, body] of [
        ["spa", "direct"],
        ["dinner", "externalCode", atV1],
        ["lounge", "static", atV1]
      ] as const) {
        for (const isApproved of [false, true]) {
          const id = yield* claimed(offer, body)
          if (isApproved) assert.strictEqual(yield* desk.approve(id), "approved")
          const detail = yield* m2.fulfillment(id)
          assert.deepStrictEqual(
            [detail.at("redemptionType"), detail.at("status")],
            [type, isApproved ? "approved" : "claimed"]
          )
          assert.deepStrictEqual((yield* m2.confirm(id)).at("status"), "fulfilled")
        }
      }
      assert.strictEqual((yield* m1.confirm(fulfillments["approved"])).status, 200)
    })
  )

  it.effect("MEM-072: refuses open claims of types propertySpecific and journeyInternal and of an unknown one", () =>
    Effect.gen(function* () {
      const atV1 = { propertyId: venues.V1 }
      const message = (status: string, type: string) =>
        `The fulfillment is ${status}; type ${type} cannot be confirmed by the member`
      const late = yield* claimed("late_checkout")
      yield* refused(m2, late, message("claimed", "propertySpecific"))
      yield* desk.approve(late)
      yield* refused(m2, late, message("approved", "propertySpecific"))
      yield* refused(m2, yield* claimed("journey", atV1), message("claimed", "journeyInternal"))
      const unknown = yield* claimed("unknown_type")
      yield* refused(m2, unknown, "The fulfillment is pending_approval and cannot be confirmed")
      yield* desk.approve(unknown)
      yield* refused(m2, unknown, message("approved", "mysteryBox"))
    })
  )

  it.effect("MEM-072, MEM-074, A-100: confirming a fulfilled claim of any type repeats the first fulfilledAt", () =>
    Effect.gen(function* () {
      const again = Effect.fnUntraced(function* (member: typeof m1, id: unknown) {
        const { at } = yield* member.fulfillment(id)
        const before = yield* stateOf(member, id)
        yield* controls.pass(1)
        for (let n = 0; n < 2; n++) {
          const answer = yield* member.confirm(id)
          assert.strictEqual(answer.status, 200)
          assert.deepStrictEqual(answer.body, { success: true, status: "fulfilled", fulfilledAt: at("fulfilledAt") })
        }
        assert.deepStrictEqual(yield* stateOf(member, id), before)
      })
      yield* again(m1, fulfillments["fulfilled"])
      yield* again(m1, fulfillments["fulfilled_by_desk"])
      const late = yield* m2.claim("late_checkout")
      const id = late.at("fulfillmentId")
      assert.strictEqual(yield* desk.fulfill(id, late.at("verificationCode")), "fulfilled")
      yield* again(m2, id)
      assert.deepStrictEqual(yield* desk.redemptions(id), ["fulfill"])
    })
  )

  it.effect("MEM-075, MEM-076: in any other status it is 400 with the status in the message; nothing changes", () =>
    Effect.gen(function* () {
      for (const status of ["rejected", "cancelled", "expired", "pending_approval", "modified"]) {
        yield* refused(m1, fulfillments[status], `The fulfillment is ${status} and cannot be confirmed`)
      }
    })
  )

  it.effect("MEM-087, MEM-117: a claim past its end is refused as expired, and refunded in the next read", () =>
    Effect.gen(function* () {
      yield* give("M_new", 1000)
      const guest = memberCalls("M_new")
      const short = yield* guest.claim("short_lived")
      const refundable = yield* guest.claim("refundable")
      const atDesk = yield* guest.claim("short_lived")
      assert.strictEqual((yield* guest.balance).spendable, 1000 - 110 - 140 - 110)
      yield* controls.pass(73)
      assert.strictEqual(yield* desk.approve(atDesk.at("fulfillmentId")), "invalid_state_transition")
      for (const claim of [short, refundable]) {
        const answer = yield* guest.confirm(claim.at("fulfillmentId"))
        assert.strictEqual(answer.status, 400)
        assert.include(String(answer.at("message")), "expired")
      }
      assert.strictEqual((yield* guest.balance).spendable, 1000)
      assert.strictEqual((yield* guest.ledger).length, 7)
    })
  )
})
