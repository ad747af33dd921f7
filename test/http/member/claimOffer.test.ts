import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { externalCode } from "../../../src/demo/demoOfferCodes.ts"
import { type offerPlan } from "../../../src/demo/offerPlan.ts"
import { controls, serviceWithCore } from "../../support/desk.ts"
import { isFailure } from "../../support/member.ts"
import { memberCalls, unlimited } from "../../support/memberCalls.ts"
import * as Service from "../../support/http/service.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const { venues, reservations } = demoIds

const hoursBetween = (from: unknown, to: unknown) => (Date.parse(String(to)) - Date.parse(String(from))) / 3_600_000

/** A fresh service for each group, since claims use up points and codes. */
const fresh = Service.layer({ environment: unlimited })

layer(fresh)("claimOffer", (it) => {
  it.effect("MEM-005, MEM-088: charges exactly the price and returns the claim with its code", () =>
    Effect.gen(function* () {
      const m1 = memberCalls("M1")
      const before = yield* m1.balance
      const claim = yield* m1.claim("spa", { note: "At five" })
      assert.strictEqual(claim.status, 201, claim.text)
      const after = yield* m1.balance
      assert.strictEqual(Number(before.spendable) - Number(after.spendable), 450)
      assert.match(String(claim.at("fulfillmentId")), uuid)
      assert.match(String(claim.at("verificationCode")), /^[0-9A-HJKMNP-TV-Z]{8}$/)
      const { claimedAt, expiresAt, fulfillmentId, verificationCode: _, ...rest } = Service.recordOf(claim.body)
      assert.deepStrictEqual(rest, {
        offerId: demoIds.offers.spa,
        offerName: "Spa hour",
        status: "claimed",
        redemptionType: "direct",
        pointsCharged: 450,
        charges: [{ assetType: "VALID", points: 450 }],
        propertyId: venues.V1,
        note: "At five"
      })
      assert.match(String(claimedAt), instant)
      assert.strictEqual(hoursBetween(claimedAt, expiresAt), 720)
      const [spend] = yield* m1.ledger
      assert.deepStrictEqual([spend?.type, spend?.points], ["SPEND", -450])
      const activity = yield* m1.get("/wallet/activity?activityType=spend&limit=1")
      assert.deepStrictEqual(
        [activity.at("items.0.status"), activity.at("items.0.sourceType"), activity.at("items.0.sourceId")],
        ["pending", "offer", demoIds.offers.spa]
      )
      const detail = yield* m1.fulfillment(fulfillmentId)
      assert.deepStrictEqual({ ...Service.recordOf(claim.body), history: detail.at("history") }, detail.body)
      assert.deepStrictEqual(
        detail.each("history").map((event) => Service.at(event, "action")),
        ["claimed"]
      )
    })
  )
})

layer(fresh)("claimOffer, body", (it) => {
  it.effect("MEM-088: needs no body, accepts {} or an empty one; a malformed one or too long a note is 400", () =>
    Effect.gen(function* () {
      const m2 = memberCalls("M2")
      for (const claim of [
        yield* m2.claim("breakfast"),
        yield* m2.claim("breakfast", {}),
        yield* m2.claim("breakfast", "", { "content-type": "application/json" }),
        yield* m2.claim("breakfast", { unknown: true })
      ]) {
        assert.strictEqual(claim.status, 201, claim.text)
        assert.notProperty(claim.body, "propertyId")
        assert.notProperty(claim.body, "verificationCode")
      }
      const bodies = [
        "[]",
        "null",
        " null ",
        '"x"',
        "{",
        '{"note":""}',
        '{"expectedPoints":"300"}',
        '{"checkInDate":"2026-02-30"}'
      ]
      const before = yield* m2.balance
      for (const body of bodies) {
        const refused = yield* m2.claim("breakfast", body)
        assert.strictEqual(refused.status, 400, body)
        assert.isTrue(isFailure(refused))
      }
      assert.deepStrictEqual(yield* m2.balance, before)
      assert.strictEqual((yield* m2.claim("breakfast", { note: "x".repeat(501) })).status, 400)
      const emoji = "\u{1F3E8}"
      assert.strictEqual((yield* m2.claim("breakfast", { note: emoji.repeat(501) })).status, 400)
      assert.strictEqual((yield* m2.claim("breakfast", { note: emoji.repeat(500) })).at("note"), emoji.repeat(500))
    })
  )
})

layer(fresh)("claimOffer, by type", (it) => {
  it.effect("MEM-088: the redemption type decides a claim's first status and which code it has", () =>
    Effect.gen(function* () {
      const m2 = memberCalls("M2")
      const begun = Effect.fnUntraced(function* (offer: keyof typeof offerPlan, body?: unknown) {
        const { at } = yield* m2.claim(offer, body)
        const codes = [typeof at("verificationCode"), typeof at("externalCode")]
        return [at("status"), ...codes.map((kind) => kind === "string")]
      })
      const atV1 = { propertyId: venues.V1 }
      assert.deepStrictEqual(yield* begun("breakfast"), ["claimed", false, false])
      assert.deepStrictEqual(yield* begun("breakfast", atV1), ["claimed", true, false])
      assert.deepStrictEqual(yield* begun("lounge", atV1), ["claimed", true, false])
      assert.deepStrictEqual(yield* begun("dinner"), ["claimed", false, true])
      assert.deepStrictEqual(yield* begun("journey", atV1), ["claimed", false, false])
      assert.deepStrictEqual(yield* begun("late_checkout"), ["claimed", true, false])
      assert.deepStrictEqual(yield* begun("transfer", atV1), ["claimed", true, false])
      assert.deepStrictEqual(yield* begun("tasting"), ["pending_approval", false, false])
      assert.deepStrictEqual(yield* begun("upgrade"), ["pending_approval", false, false])
      assert.deepStrictEqual(yield* begun("museum"), ["pending_approval", false, false])
      assert.deepStrictEqual(yield* begun("unknown_type"), ["pending_approval", false, false])
    })
  )
})

layer(fresh)("claimOffer, code pools", (it) => {
  it.effect("MEM-088: external codes come from the pool that expires first, each code once", () =>
    Effect.gen(function* () {
      const m2 = memberCalls("M2")
      const codes: Array<unknown> = []
      for (let n = 0; n < 6; n++) codes.push((yield* m2.claim("dinner")).at("externalCode"))
      const expected = [1, 2, 3, 4, 5].map((place) => externalCode("dinner_sooner", place))
      assert.deepStrictEqual(codes, [...expected, externalCode("dinner_later", 0)])
    })
  )
})

layer(fresh)("claimOffer, refusals", (it) => {
  it.effect("MEM-088: a refused claim states the reason and charges nothing", () =>
    Effect.gen(function* () {
      const m1 = memberCalls("M1")
      const before = yield* m1.balance
      const refused = Effect.fnUntraced(function* (
        offer: keyof typeof offerPlan,
        body: unknown,
        status: number,
        code: string
      ) {
        const answer = yield* m1.claim(offer, body)
        assert.deepStrictEqual([answer.status, answer.at("code")], [status, code], answer.text)
        assert.isTrue(isFailure(answer))
        return answer.at("message")
      })
      const ineligible = (offer: keyof typeof offerPlan, body?: unknown) =>
        refused(offer, body, 400, "offer_not_eligible")
      assert.strictEqual(yield* ineligible("gold_only"), "Needs tier level 3; yours is 2")
      assert.strictEqual(yield* ineligible("gold_only"), (yield* m1.offer("gold_only")).at("eligibilityReason"))
      assert.strictEqual(yield* ineligible("ended"), "No longer available")
      assert.strictEqual(yield* ineligible("transfer"), "Needs a property: choose one")
      assert.strictEqual(yield* ineligible("transfer", { propertyId: "unknown" }), "Not available at this property")
      assert.strictEqual(yield* ineligible("transfer", { propertyId: venues.W1 }), "Not available at this property")
      assert.strictEqual(yield* ineligible("spa", { propertyId: venues.V2 }), "Not available at this property")
      assert.strictEqual(yield* ineligible("stay_gift"), "Needs a stay")
      const past = { reservationId: reservations["past"] }
      assert.strictEqual(yield* ineligible("breakfast", past), "The stay is over")
      const foreign = { reservationId: reservations["m3"] }
      const missing = yield* refused("stay_gift", foreign, 400, "reservation_not_found")
      assert.strictEqual(
        yield* refused("stay_gift", { reservationId: "unknown" }, 400, "reservation_not_found"),
        missing
      )
      assert.strictEqual(yield* refused("sold_out", undefined, 409, "sold_out"), "No codes are left for this offer")
      yield* refused("spa", { expectedPoints: 449 }, 409, "price_changed")
      yield* refused("spa", { expectedPoints: 0, propertyId: venues.V2 }, 409, "price_changed")
      yield* refused("draft", undefined, 404, "offer_not_found")
      assert.strictEqual((yield* m1.post("/loyalty/offers/unknown/claim")).status, 404)
      const poor = yield* memberCalls("M_new").claim("breakfast")
      assert.deepStrictEqual([poor.status, poor.at("message")], [400, "Needs 300 points, has 0"])
      assert.deepStrictEqual(yield* m1.balance, before)
      assert.strictEqual((yield* m1.claim("spa", { expectedPoints: 450 })).status, 201)
    })
  )

  it.effect("MEM-088: a claim for the member's own cancelled stay is 400", () =>
    Effect.gen(function* () {
      const refused = yield* memberCalls("M2").claim("breakfast", { reservationId: reservations["withdrawn"] })
      assert.deepStrictEqual([refused.status, refused.at("message")], [400, "The stay is cancelled"])
    })
  )

  it.effect("MEM-088: a claim for a stay takes its property and check-in date, and ends a day after check-out", () =>
    Effect.gen(function* () {
      const m1 = memberCalls("M1")
      const claim = yield* m1.claim("stay_gift", { reservationId: reservations["open"] })
      assert.strictEqual(claim.status, 201, claim.text)
      const stays = yield* m1.get("/reservations?limit=100")
      const stay = stays.each("items").find((item) => Service.at(item, "reservationId") === reservations["open"])
      const { checkInDate, checkOutDate } = Service.recordOf(stay)
      assert.deepStrictEqual(
        [claim.at("propertyId"), claim.at("reservationId"), claim.at("checkInDate")],
        [venues.V1, reservations["open"], checkInDate]
      )
      const end = hoursBetween(`${String(checkOutDate)}T00:00:00Z`, claim.at("expiresAt"))
      // Lisbon is at most an hour ahead of UTC.
      assert.isTrue(end === 24 || end === 23, String(end))
    })
  )

  it.effect("MEM-088: an offer that needs a property takes the stay's; a stay at one without the offer is 400", () =>
    Effect.gen(function* () {
      const claim = yield* memberCalls("M1").claim("transfer", { reservationId: reservations["open"] })
      assert.deepStrictEqual([claim.status, claim.at("status"), claim.at("propertyId")], [201, "claimed", venues.V1])
      assert.isString(claim.at("verificationCode"))
      const elsewhere = yield* memberCalls("M2").claim("transfer", { reservationId: reservations["w1_m2"] })
      assert.deepStrictEqual(
        [elsewhere.status, elsewhere.at("code"), elsewhere.at("message")],
        [400, "offer_not_eligible", "Not available at this property"]
      )
    })
  )

  it.effect("MEM-088: a claim expires after the hours that its offer sets", () =>
    Effect.gen(function* () {
      const { at } = yield* memberCalls("M2").claim("short_lived")
      assert.strictEqual(hoursBetween(at("claimedAt"), at("expiresAt")), 2)
    })
  )
})

layer(fresh)("claimOffer, idempotency key", (it) => {
  it.effect(
    "MEM-088, A-23: repeating a claim under its key replays the 201 and charges once; another claim is 409",
    () =>
      Effect.gen(function* () {
        const m1 = memberCalls("M1")
        const key = { "idempotency-key": "k" }
        const before = Number((yield* m1.balance).spendable)
        const first = yield* m1.claim("lounge", { propertyId: venues.V1, note: "n" }, key)
        assert.strictEqual(first.status, 201)
        const again = [
          yield* m1.claim("lounge", { propertyId: venues.V1, note: "n" }, key),
          yield* m1.claim("lounge", { note: "n", propertyId: venues.V1, more: 1 }, key)
        ]
        for (const answer of again) assert.deepStrictEqual([answer.status, answer.text], [201, first.text])
        assert.isString(first.at("verificationCode"))
        assert.strictEqual(Number((yield* m1.balance).spendable), before - 200)
        for (const other of [
          yield* m1.claim("lounge", { propertyId: venues.V1 }, key),
          yield* m1.claim("lounge", { propertyId: venues.V1, note: "n", checkInDate: "2030-01-01" }, key),
          yield* m1.claim("lounge", { propertyId: venues.V1, note: "n", reservationId: reservations["open"] }, key),
          yield* m1.claim("lounge", { propertyId: venues.V1, note: "n", expectedPoints: 200 }, key),
          yield* m1.claim("lounge", undefined, key),
          yield* m1.claim("breakfast", { propertyId: venues.V1, note: "n" }, key)
        ]) {
          assert.deepStrictEqual([other.status, other.at("code")], [409, "idempotency_key_reused"])
          assert.isTrue(isFailure(other))
        }
        yield* m1.cancel(first.at("fulfillmentId"))
        assert.strictEqual((yield* m1.claim("lounge", { propertyId: venues.V1, note: "n" }, key)).text, first.text)
        const mine = yield* memberCalls("M2").claim("lounge", { propertyId: venues.V1, note: "n" }, key)
        assert.strictEqual(mine.status, 201)
        assert.notStrictEqual(mine.at("fulfillmentId"), first.at("fulfillmentId"))
      })
  )

  it.effect("MEM-088: without a key each request is a claim; under a key, no body and {} are the same request", () =>
    Effect.gen(function* () {
      const m1 = memberCalls("M1")
      const ids = [yield* m1.claim("lounge"), yield* m1.claim("lounge")].map(({ at }) => at("fulfillmentId"))
      assert.strictEqual(new Set(ids).size, 2)
      const key = { "idempotency-key": "no body" }
      const first = yield* m1.claim("lounge", undefined, key)
      assert.strictEqual((yield* m1.claim("lounge", {}, key)).text, first.text)
    })
  )

  it.effect("MEM-088: a refused claim leaves the key free", () =>
    Effect.gen(function* () {
      const m1 = memberCalls("M1")
      const key = { "idempotency-key": "refused" }
      assert.strictEqual((yield* m1.claim("gold_only", undefined, key)).status, 400)
      assert.strictEqual((yield* m1.claim("sold_out", undefined, key)).status, 409)
      assert.strictEqual((yield* m1.claim("lounge", undefined, key)).status, 201)
    })
  )

  it.effect("MEM-088: a key has 1 to 255 printable ASCII characters", () =>
    Effect.gen(function* () {
      const m1 = memberCalls("M1")
      const keyed = (key: string) =>
        Effect.map(m1.claim("lounge", undefined, { "idempotency-key": key }), ({ status }) => status)
      assert.deepStrictEqual(
        [yield* keyed("!"), yield* keyed("k".repeat(255)), yield* keyed("k".repeat(256))],
        [201, 201, 400]
      )
      assert.strictEqual(yield* keyed("é"), 400)
    })
  )

  it.effect("REQUIREMENTS 0.3: checks syntax, then the idempotency key, then existence, then the price", () =>
    Effect.gen(function* () {
      const m1 = memberCalls("M1")
      const key = { "idempotency-key": "order" }
      assert.strictEqual((yield* m1.claim("lounge", undefined, key)).status, 201)
      assert.strictEqual((yield* m1.claim("lounge", { checkInDate: "x" }, key)).status, 400)
      const reused = yield* m1.post("/loyalty/offers/unknown/claim", {}, key)
      assert.strictEqual(reused.status, 409)
      assert.strictEqual((yield* m1.claim("draft", { expectedPoints: 1 })).status, 404)
    })
  )

  it.effect("MEM-088: the member gets a wallet notification of the claim", () =>
    Effect.gen(function* () {
      const m9 = memberCalls("M9")
      const claim = yield* m9.claim("b_drink")
      assert.strictEqual(claim.status, 201, claim.text)
      const latest = yield* m9.get("/notifications?limit=1")
      assert.deepStrictEqual(
        [
          latest.at("items.0.type"),
          latest.at("items.0.title"),
          latest.at("items.0.message"),
          latest.at("items.0.metadata.fulfillmentId")
        ],
        ["wallet", "Offer claimed", "Welcome drink is yours for 150 points", claim.at("fulfillmentId")]
      )
    })
  )
})

layer(serviceWithCore().layer)("claimOffer over time", (it) => {
  it.effect("MEM-088: a key is remembered for 72 hours; after that it makes a new claim", () =>
    Effect.gen(function* () {
      const m2 = memberCalls("M2")
      const claim = m2.claim("lounge", undefined, { "idempotency-key": "aging" })
      const first = yield* claim
      yield* controls.pass(71.9)
      assert.strictEqual((yield* claim).text, first.text)
      yield* controls.pass(0.2)
      const later = yield* claim
      assert.strictEqual(later.status, 201)
      assert.notStrictEqual(later.at("fulfillmentId"), first.at("fulfillmentId"))
    })
  )

  it.effect("MEM-086, MEM-088: a fault during the claim charges nothing and leaves key and code free", () =>
    Effect.gen(function* () {
      const m1 = memberCalls("M1")
      const before = yield* m1.balance
      const claim = m1.claim("dinner", undefined, { "idempotency-key": "fault" })
      yield* controls.fail("before_commit")
      const failed = yield* claim
      assert.strictEqual(failed.status, 500)
      assert.isTrue(isFailure(failed))
      assert.deepStrictEqual(yield* m1.balance, before)
      yield* controls.fail("after_commit")
      assert.strictEqual((yield* claim).status, 500)
      const again = yield* claim
      assert.deepStrictEqual([again.status, again.at("externalCode")], [201, externalCode("dinner_sooner", 1)])
      assert.strictEqual(Number((yield* m1.balance).spendable), Number(before.spendable) - 250)
    })
  )
})

layer(
  Service.layer({
    environment: unlimited,
    dataset: (now) => {
      const demo = demoDataset(now)
      const properties = demo.properties.map((row) =>
        row.documentId === venues.V1 ? { ...row, status: "hidden" as const } : row
      )
      return { ...demo, properties }
    }
  })
)("claimOffer, hidden property", (it) => {
  it.effect(
    "MEM-088, MEM-118, PUB-018: an offer of a hidden property is 404 and free of charge without a stay there",
    () =>
      Effect.gen(function* () {
        const m1 = memberCalls("M1")
        const before = yield* m1.balance
        const elsewhere = { reservationId: reservations["acknowledged_by_operator"] }
        for (const body of [{}, { propertyId: venues.V1 }, elsewhere, { ...elsewhere, propertyId: venues.V1 }]) {
          const refused = yield* m1.claim("spa", body)
          assert.deepStrictEqual([refused.status, refused.at("code")], [404, "offer_not_found"], JSON.stringify(body))
        }
        assert.strictEqual((yield* m1.offer("spa")).status, 404)
        assert.strictEqual((yield* m1.offer("spa", `?propertyId=${venues.V1}`)).status, 404)
        const listed = yield* m1.get("/loyalty/offers?limit=100")
        assert.notInclude(listed.each("items", "propertyDocumentId"), venues.V1)
        assert.strictEqual(listed.at("total"), listed.each("items").length)
        assert.deepStrictEqual(yield* m1.balance, before)
      })
  )

  it.effect(
    "MEM-060, MEM-088, MEM-118: a guest with a stay there sees and claims it, also by naming the property",
    () =>
      Effect.gen(function* () {
        const m1 = memberCalls("M1")
        const stay = reservations["open"]
        for (const query of [`?reservationId=${stay}`, `?reservationId=${stay}&propertyId=${venues.V1}`]) {
          assert.isTrue((yield* m1.offer("spa", query)).at("isEligible"), query)
          const listed = yield* m1.get(`/loyalty/offers${query}&limit=100`)
          assert.include(listed.each("items", "offerId"), demoIds.offers.spa)
        }
        for (const body of [{ reservationId: stay }, { reservationId: stay, propertyId: venues.V1 }]) {
          const claim = yield* m1.claim("stay_gift", body)
          assert.deepStrictEqual([claim.status, claim.at("propertyId")], [201, venues.V1], claim.text)
        }
      })
  )
})
