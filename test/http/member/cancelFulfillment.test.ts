import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import type { OfferName } from "../../../src/demo/offerPlan.ts"
import { controls, desk, serviceWithCore } from "../../support/desk.ts"
import { isFailure } from "../../support/member.ts"
import { key, partner } from "../../support/partner.ts"
import { memberCalls } from "../../support/memberCalls.ts"
import { rawCall } from "../../support/http/rawCall.ts"
import { bearer, tokenFor } from "../../support/member.ts"
import { Service, at, recordOf } from "../../support/http/service.ts"

const { fulfillments, venues } = demoIds

const { give, layer: service } = serviceWithCore()
const m1 = memberCalls("M1")
const m2 = memberCalls("M2")

const stateOf = (member: typeof m1, id: unknown) =>
  Effect.all([Effect.map(member.fulfillment(id), ({ body }) => body), member.balance, member.ledger])

const claimed = Effect.fnUntraced(function* (member: typeof m1, offer: OfferName, body?: unknown) {
  const claim = yield* member.claim(offer, body)
  assert.strictEqual(claim.status, 201, claim.text)
  return claim
})

const idOf = (answer: { readonly at: (path: string) => unknown }) => answer.at("fulfillmentId")

const notices = (id: unknown) =>
  Effect.map(controls.outbox, (outbox) =>
    outbox.each("items").filter((entry) => JSON.stringify(entry).includes(String(id)))
  )

const refused = Effect.fnUntraced(function* (member: typeof m1, id: unknown, status: string) {
  const before = yield* stateOf(member, id)
  const answer = yield* member.cancel(id)
  assert.deepStrictEqual([answer.status, answer.at("code")], [400, "fulfillment_not_cancellable"], answer.text)
  assert.isTrue(isFailure(answer))
  assert.strictEqual(answer.at("message"), `The fulfillment is ${status} and cannot be cancelled`)
  assert.deepStrictEqual(yield* stateOf(member, id), before)
})

layer(service)("cancelFulfillment", (it) => {
  it.effect("MEM-009, MEM-078: needs no body, with or without a JSON Content-Type, and ignores one", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Service
      const authorization = bearer(yield* tokenFor("M1"))
      const json = { "content-type": "application/json" }
      const ways: ReadonlyArray<readonly [Record<string, string>, string | undefined]> = [
        [{}, undefined],
        [{ "content-length": "0" }, undefined],
        [{ ...json, "content-length": "0" }, undefined],
        [{ ...json, "transfer-encoding": "chunked" }, undefined],
        [{ ...json, "content-length": "2" }, "{}"],
        [{ "content-type": "application/json; charset=utf-8" }, '{"reason":"changed my mind","confirmed":false}']
      ]
      for (const [headers, body] of ways) {
        const id = idOf(yield* claimed(m1, "lounge"))
        const path = `/v1/members/me/wallet/fulfillments/${String(id)}/cancel`
        const answer = yield* Effect.promise(() =>
          rawCall(baseUrl, { method: "POST", path, headers: { ...authorization, ...headers }, body })
        )
        assert.strictEqual(answer.status, 200, answer.text)
        assert.deepStrictEqual(JSON.parse(answer.text), {
          success: true,
          message: "The fulfillment is cancelled and its points are refunded"
        })
        assert.strictEqual((yield* m1.fulfillment(id)).at("status"), "cancelled")
      }
    })
  )

  it.effect("MEM-078: is served under /wallet only; a malformed id is 400", () =>
    Effect.gen(function* () {
      const id = idOf(yield* claimed(m1, "lounge"))
      assert.strictEqual((yield* m1.post(`/loyalty/offers/fulfillments/${String(id)}/cancel`)).status, 404)
      assert.strictEqual((yield* m1.cancel("abc")).status, 400)
      assert.strictEqual((yield* m1.fulfillment(id)).at("status"), "claimed")
    })
  )

  it.effect("MEM-079: only the owner can cancel a claimed, pending_approval, modified or approved claim", () =>
    Effect.gen(function* () {
      for (const status of ["claimed", "pending_approval", "modified", "approved"]) {
        const id = fulfillments[status]
        const before = yield* m1.balance
        const detail = yield* m1.fulfillment(id)
        assert.strictEqual(detail.at("status"), status)
        assert.strictEqual((yield* m2.cancel(id)).status, 404)
        assert.strictEqual((yield* m1.cancel(id)).status, 200)
        const after = yield* m1.fulfillment(id)
        assert.strictEqual(after.at("status"), "cancelled")
        assert.isString(after.at("cancelledAt"))
        assert.deepStrictEqual(
          Number((yield* m1.balance).spendable),
          Number(before.spendable) + Number(detail.at("pointsCharged"))
        )
      }
    })
  )

  it.effect("MEM-005, MEM-080: refunds each asset what the claim charged, visible in the next read", () =>
    Effect.gen(function* () {
      const guest = memberCalls("M_new")
      const cycle = Effect.fnUntraced(function* (offer: OfferName, charges: ReadonlyArray<unknown>) {
        const before = yield* guest.balance
        const claim = yield* claimed(guest, offer)
        assert.deepStrictEqual(claim.at("charges"), charges)
        assert.strictEqual((yield* guest.cancel(idOf(claim))).status, 200)
        assert.deepStrictEqual(yield* guest.balance, before)
      })
      yield* give("M_new", 300, "CREDIT")
      yield* cycle("lounge", [{ assetType: "CREDIT", points: 200 }])
      yield* give("M_new", 250)
      yield* cycle("lounge", [{ assetType: "VALID", points: 200 }])
      yield* cycle("spa", [
        { assetType: "VALID", points: 250 },
        { assetType: "CREDIT", points: 200 }
      ])
      assert.deepStrictEqual(yield* guest.balance, { spendable: 550, valid: 250, credit: 300 })
    })
  )

  it.effect("MEM-080: a refund changes nothing in the member's profile, tiers included", () =>
    Effect.gen(function* () {
      const profile = Effect.map(m1.get(""), ({ body }) => body)
      const before = yield* profile
      const id = idOf(yield* claimed(m1, "spa"))
      yield* m1.cancel(id)
      assert.deepStrictEqual(yield* profile, before)
    })
  )

  it.effect("MEM-080: cancelling three claims of one offer by two members refunds both in full", () =>
    Effect.gen(function* () {
      const balances = Effect.all([m1.balance, m2.balance])
      const before = yield* balances
      const [first, second, third] = [yield* claimed(m1, "spa"), yield* claimed(m2, "spa"), yield* claimed(m1, "spa")]
      assert.strictEqual((yield* m1.cancel(idOf(first))).status, 200)
      assert.strictEqual((yield* m2.cancel(idOf(second))).status, 200)
      assert.strictEqual((yield* m1.cancel(idOf(third))).status, 200)
      assert.deepStrictEqual(yield* balances, before)
    })
  )

  it.effect("MEM-080: a claim that the desk modified, approved and modified again is refunded once, in full", () =>
    Effect.gen(function* () {
      const before = yield* m1.balance
      const entries = (yield* m1.ledger).length
      const id = idOf(yield* claimed(m1, "spa"))
      for (const [command, status] of [
        [desk.modify, "modified"],
        [desk.approve, "approved"],
        [desk.modify, "modified"]
      ] as const) {
        assert.strictEqual(yield* command(id), status)
      }
      assert.strictEqual((yield* m1.cancel(id)).status, 200)
      assert.deepStrictEqual(yield* m1.balance, before)
      assert.strictEqual((yield* m1.ledger).length, entries + 2)
    })
  )

  it.effect("MEM-081, A-07: a refund is one ADJUST entry, in activity a completed adjustment of the fulfillment", () =>
    Effect.gen(function* () {
      const entries = yield* m2.ledger
      const claim = yield* claimed(m2, "spa")
      yield* m2.cancel(idOf(claim))
      const ledger = yield* m2.ledger
      const [refund, spend, ...rest] = ledger
      assert.deepStrictEqual(rest, entries)
      assert.deepStrictEqual([spend?.type, spend?.points], ["SPEND", -450])
      assert.deepStrictEqual([refund?.type, refund?.points, refund?.assetType], ["ADJUST", 450, spend?.assetType])
      assert.deepStrictEqual([at(refund, "metadata.direction"), at(refund, "metadata.reason")], ["CREDIT", "refund"])
      const activity = yield* m2.get("/wallet/activity?limit=2")
      const items = activity.each("items").map((item) => {
        const { amount, sourceId, sourceType, status, type } = recordOf(item)
        return [type, amount, status, sourceType, sourceId]
      })
      assert.deepStrictEqual(items, [
        ["adjustment", 450, "completed", "offer", idOf(claim)],
        ["spend", -450, "completed", "offer", demoIds.offers.spa]
      ])
      const sum = ledger.reduce((total, { points }) => total + Number(points), 0)
      assert.strictEqual((yield* m2.balance).spendable, sum)
      const done = (yield* m2.get("/wallet/activity?limit=100"))
        .each("items")
        .filter((item) => at(item, "status") === "completed" || at(item, "type") === "spend")
      assert.strictEqual(
        done.reduce<number>((total, item) => total + Number(at(item, "amount")), 0),
        sum
      )
    })
  )

  it.effect("MEM-082, PAR-028: the code of a cancelled claim works at no desk", () =>
    Effect.gen(function* () {
      const claim = yield* claimed(m2, "late_checkout")
      const code = claim.at("verificationCode")
      assert.isString(code)
      yield* m2.cancel(idOf(claim))
      assert.strictEqual(yield* desk.fulfill(idOf(claim), code), "invalid_state_transition")
      assert.strictEqual((yield* m2.fulfillment(idOf(claim))).at("status"), "cancelled")
    })
  )

  it.effect("MEM-083: notifies the claim's property, if any, once; records the cancellation but no redemption", () =>
    Effect.gen(function* () {
      const here = idOf(yield* claimed(m2, "spa"))
      const nowhere = idOf(yield* claimed(m2, "breakfast"))
      assert.deepStrictEqual([yield* notices(here), yield* notices(nowhere)], [[], []])
      for (const id of [here, nowhere, here, nowhere]) yield* m2.cancel(id)
      const [notice, ...more] = yield* notices(here)
      assert.deepStrictEqual(
        [at(notice, "kind"), at(notice, "payload.event"), at(notice, "payload.propertyId")],
        ["property_notification", "cancelled", venues.V1]
      )
      assert.deepStrictEqual([more, yield* notices(nowhere)], [[], []])
      const [last] = (yield* m2.fulfillment(here)).each("history").toReversed()
      assert.deepStrictEqual(
        [at(last, "actorKind"), at(last, "action"), at(last, "toStatus")],
        ["member", "cancelled", "cancelled"]
      )
      const { get } = yield* partner
      const [seen] = (yield* get(`/fulfillments/${String(here)}`, key("PA"))).each("history").toReversed()
      assert.deepStrictEqual(seen, last)
      assert.deepStrictEqual(yield* desk.redemptions(here), [])
    })
  )

  it.effect("MEM-084: a fulfilled, rejected, cancelled or expired claim is 400 with its status; nothing changes", () =>
    Effect.gen(function* () {
      for (const status of ["fulfilled", "rejected", "cancelled", "expired"]) {
        yield* refused(m1, fulfillments[status], status)
      }
      yield* refused(m1, fulfillments["fulfilled_by_desk"], "fulfilled")
      const id = idOf(yield* claimed(m1, "spa"))
      yield* m1.cancel(id)
      yield* refused(m1, id, "cancelled")
      const confirmed = idOf(yield* claimed(m1, "lounge"))
      yield* m1.confirm(confirmed)
      yield* refused(m1, confirmed, "fulfilled")
    })
  )

  it.effect("MEM-086: a fault before the commit is 500 and changes nothing; after it, 500 but cancelled", () =>
    Effect.gen(function* () {
      const id = idOf(yield* claimed(m2, "spa"))
      const before = yield* stateOf(m2, id)
      yield* controls.fail("before_commit")
      const failed = yield* m2.cancel(id)
      assert.strictEqual(failed.status, 500)
      assert.isTrue(isFailure(failed))
      assert.deepStrictEqual([yield* stateOf(m2, id), yield* notices(id)], [before, []])
      assert.strictEqual((yield* m2.cancel(id)).status, 200)

      const other = idOf(yield* claimed(m2, "spa"))
      const balance = yield* m2.balance
      yield* controls.fail("after_commit")
      assert.strictEqual((yield* m2.cancel(other)).status, 500)
      yield* refused(m2, other, "cancelled")
      assert.strictEqual(Number((yield* m2.balance).spendable), Number(balance.spendable) + 450)
    })
  )

  it.effect(
    "MEM-084, MEM-117: cancelling a claim past its end is 400 `expired`; it is refunded once, whatever the job does",
    () =>
      Effect.gen(function* () {
        const before = yield* m2.balance
        const short = yield* claimed(m2, "short_lived")
        const fulfillment = idOf(short)
        yield* controls.pass(2.5)
        const answer = yield* m2.cancel(fulfillment)
        assert.deepStrictEqual(
          [answer.status, answer.at("message")],
          [400, "The fulfillment is expired and cannot be cancelled"]
        )
        assert.deepStrictEqual(yield* m2.balance, before)
        const detail = yield* m2.fulfillment(fulfillment)
        assert.deepStrictEqual(
          [detail.at("status"), detail.at("cancelledAt"), detail.each("history").length],
          ["expired", undefined, 2]
        )
        const after = yield* stateOf(m2, fulfillment)
        yield* controls.run("expire")
        yield* controls.run("expire")
        assert.deepStrictEqual(yield* stateOf(m2, fulfillment), after)
        yield* refused(m2, fulfillment, "expired")
      })
  )
})
