import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { type OfferName, offerNames, offerPlan } from "../../../src/demo/offerPlan.ts"
import { isFailure } from "../../support/member.ts"
import { memberCalls, unlimited } from "../../support/memberCalls.ts"
import * as Service from "../../support/http/service.ts"

const names = new Map<unknown, string>(offerNames.map((name) => [demoIds.offers[name], name]))

const m1 = memberCalls("M1")

const list = (query = "", member = m1) =>
  Effect.map(member.get(`/loyalty/offers?limit=100${query}`), (answer) => ({
    answer,
    names: answer.each("items", "offerId").map((id) => names.get(id) ?? String(id))
  }))

const visible = offerNames.filter((name) => name !== "ended" && name !== "draft")
const same = (a: ReadonlyArray<string>, b: ReadonlyArray<string>) => assert.deepStrictEqual(a.toSorted(), b.toSorted())

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const required = ["offerId", "name", "pointsRequired", "redemptionType", "isEligible", "requiresStay"]
const kinds: Readonly<Record<string, string>> = {
  offerId: "string",
  name: "string",
  shortDescription: "string",
  description: "string",
  pointsRequired: "number",
  retailValue: "number",
  discountAmount: "number",
  discountType: "string",
  redemptionType: "string",
  category: "object",
  heroImageUrl: "string",
  cardImageUrl: "string",
  howToRedeem: "string",
  termsAndConditions: "string",
  isEligible: "boolean",
  eligibilityReason: "string",
  eligibility: "object",
  restrictions: "object",
  requiresStay: "boolean",
  disableBeforeCheckInHours: "number",
  validUntil: "string",
  isCustomOffer: "boolean",
  isGlobal: "boolean",
  propertyDocumentId: "string"
}

layer(Service.layer({ environment: unlimited }))("offers", (it) => {
  it.effect("MEM-057, MEM-118: lists the published offers of every organization in pages", () =>
    Effect.gen(function* () {
      const { answer, names: listed } = yield* list()
      assert.strictEqual(answer.status, 200)
      same(listed, visible)
      assert.deepStrictEqual(Service.keysOf(answer.body).toSorted(), ["items", "limit", "offset", "total"])
      assert.deepStrictEqual([answer.at("total"), answer.at("limit"), answer.at("offset")], [visible.length, 100, 0])
      const page = yield* m1.get("/loyalty/offers?limit=5&offset=5")
      assert.deepStrictEqual(page.each("items", "offerId"), answer.each("items", "offerId").slice(5, 10))
      assert.deepStrictEqual([page.at("total"), page.at("limit"), page.at("offset")], [visible.length, 5, 5])
    })
  )

  it.effect("MEM-058: 20 offers by default, 100 at most; invalid limits and offsets are 400", () =>
    Effect.gen(function* () {
      const plain = yield* m1.get("/loyalty/offers")
      assert.deepStrictEqual([plain.at("limit"), plain.at("offset"), plain.each("items").length], [20, 0, 20])
      assert.strictEqual((yield* m1.get("/loyalty/offers?limit=100")).status, 200)
      for (const query of ["limit=101", "limit=0", "limit=-1", "limit=1.5", "limit=x", "offset=-1", "offset=x"]) {
        const refused = yield* m1.get(`/loyalty/offers?${query}`)
        assert.strictEqual(refused.status, 400, query)
        assert.isTrue(isFailure(refused))
      }
    })
  )

  it.effect("MEM-059: coordinates keep offers within the radius, 50 km by default, and all global ones", () =>
    Effect.gen(function* () {
      const near = (query: string) => Effect.map(list(query), (found) => found.names)
      const global = visible.filter((name) => offerPlan[name].venue === null)
      const withV1 = visible.filter((name) => global.includes(name) || offerPlan[name].venue === "V1")
      // V1 is 34 km and V2, V3 and W1 are thousands of kilometres away.
      same(yield* near("&latitude=38.45&longitude=-9.3"), withV1)
      same(yield* near("&latitude=38.45&longitude=-9.3&radius=30"), global)
      same(yield* near("&latitude=38.45&longitude=-9.3&radius=40.5"), withV1)
      same(yield* near("&latitude=-90&longitude=180"), global)
      // Up to 17 significant digits, as JavaScript prints them.
      same(yield* near("&latitude=0.000001234567890123456&longitude=0.0000012345678901234567"), global)
      same(yield* near("&latitude=90&longitude=-180"), global)
      same(yield* near("&radius=1"), visible)
      const farther = "&latitude=39.4&longitude=-9.13"
      same(yield* near(farther), global)
      for (const query of [
        "latitude=-91&longitude=0",
        "latitude=90.1&longitude=0",
        "latitude=0&longitude=181",
        "latitude=0&longitude=-180.5",
        "latitude=x&longitude=0",
        "latitude=&longitude=0",
        "latitude=1e1&longitude=0",
        "latitude=0",
        "longitude=0",
        "latitude=0&longitude=0&radius=-1",
        "latitude=0&longitude=0&radius=x"
      ]) {
        const refused = yield* m1.get(`/loyalty/offers?${query}`)
        assert.strictEqual(refused.status, 400, query)
        assert.isTrue(isFailure(refused))
      }
    })
  )

  it.effect("MEM-060: property, stay, category and redemption type narrow the list", () =>
    Effect.gen(function* () {
      const ofA = (name: OfferName) => offerPlan[name].organization === "A"
      const atV1 = visible.filter((name) => ofA(name) && [null, "V1"].includes(offerPlan[name].venue))
      same((yield* list(`&propertyId=${demoIds.venues.V1}`)).names, atV1)
      same((yield* list(`&reservationId=${demoIds.reservations["open"]}`)).names, atV1)
      same((yield* list(`&propertyId=${demoIds.venues.W1}`)).names, ["b_drink", "b_dinner", "b_voucher"])
      assert.deepStrictEqual((yield* list("&propertyId=unknown")).answer.at("total"), 0)
      same(
        (yield* list("&categoryId=802")).names,
        visible.filter((name) => offerPlan[name].category === "Wellness")
      )
      assert.strictEqual((yield* list("&categoryId=999")).answer.at("total"), 0)
      same(
        (yield* list("&redemptionType=externalCode")).names,
        visible.filter((name) => offerPlan[name].type === "externalCode")
      )
      for (const query of ["categoryId=x", "categoryId=1.5", "checkInDate=2026-02-30", "checkInDate=soon"]) {
        assert.strictEqual((yield* m1.get(`/loyalty/offers?${query}`)).status, 400, query)
      }
    })
  )

  it.effect("MEM-060: another member's stay is the same 404 as an unknown one, in list and detail", () =>
    Effect.gen(function* () {
      const foreign = demoIds.reservations["m3"]
      const answers = yield* Effect.forEach([foreign, "unknown"], (id) => m1.get(`/loyalty/offers?reservationId=${id}`))
      const details = yield* Effect.forEach([foreign, "unknown"], (id) => m1.offer("spa", `?reservationId=${id}`))
      for (const refused of [...answers, ...details]) {
        assert.strictEqual(refused.status, 404)
        assert.strictEqual(refused.text, answers[0]?.text)
        assert.isTrue(isFailure(refused))
      }
    })
  )

  it.effect("MEM-060, MEM-062, MEM-066: the check-in date decides eligibility, in list and detail alike", () =>
    Effect.gen(function* () {
      const judged = Effect.fnUntraced(function* (name: OfferName, checkInDate: string) {
        const detail = yield* m1.offer(name, `?checkInDate=${checkInDate}`)
        const { answer, names: listed } = yield* list(`&checkInDate=${checkInDate}`)
        const place = listed.indexOf(name)
        assert.deepStrictEqual(answer.at(`items.${place}.isEligible`), detail.at("isEligible"))
        assert.deepStrictEqual(answer.at(`items.${place}.restrictions`), detail.at("restrictions"))
        return [detail.at("isEligible"), ...detail.each("restrictions", "type")]
      })
      assert.deepStrictEqual(yield* judged("season", day(25)), [true])
      assert.deepStrictEqual(yield* judged("season", day(5)), [false, "check_in_window"])
      assert.deepStrictEqual(yield* judged("season", day(50)), [false, "check_in_window"])
      assert.deepStrictEqual(yield* judged("early_bird", day(5)), [true])
      assert.deepStrictEqual(yield* judged("early_bird", day(2)), [false, "check_in_window"])
      const soon = day(2)
      const refused = yield* m1.offer("early_bird", `?checkInDate=${soon}`)
      assert.deepStrictEqual(refused.at("eligibilityReason"), "Not available for this check-in date")
      assert.deepStrictEqual(refused.at("eligibility.facts"), { checkInDate: soon, disableBeforeCheckInHours: 72 })
      assert.deepStrictEqual(refused.at("restrictions.0.details"), refused.at("eligibility.facts"))
    })
  )

  it.effect("MEM-061: rules are in the detail only; an unknown offer or a draft is 404", () =>
    Effect.gen(function* () {
      const detail = yield* m1.offer("spa")
      assert.strictEqual(detail.at("rules"), "Spa hour may be claimed as often as points allow.")
      const { answer } = yield* list()
      assert.notInclude(answer.text, "rules")
      const fromList = answer.each("items").find((item) => Service.at(item, "offerId") === demoIds.offers.spa)
      const { rules: _, ...rest } = Service.recordOf(detail.body)
      assert.deepStrictEqual(rest, fromList)
      const missing = [
        yield* m1.offer("draft"),
        yield* m1.get("/loyalty/offers/unknown"),
        yield* m1.get(`/loyalty/offers/${crypto.randomUUID()}`)
      ]
      for (const refused of missing) {
        assert.strictEqual(refused.status, 404)
        assert.strictEqual(refused.text, missing[0]?.text)
        assert.isTrue(isFailure(refused))
      }
      const fulfillments = yield* m1.get("/loyalty/offers/fulfillments")
      assert.deepStrictEqual([fulfillments.status, Array.isArray(fulfillments.at("items"))], [200, true])
    })
  )

  it.effect(
    "MEM-062, MEM-064, MEM-118: points, tier, property, stay and stock decide isEligible; the reason names the cause",
    () =>
      Effect.gen(function* () {
        const judged = (name: OfferName, query = "", member = m1) =>
          Effect.map(member.offer(name, query), ({ at }) => [
            at("isEligible"),
            at("eligibility.code"),
            at("eligibilityReason")
          ])
        const yes = [true, undefined, undefined]
        const poor = memberCalls("M_new")
        assert.deepStrictEqual(yield* judged("spa"), yes)
        assert.deepStrictEqual(yield* judged("spa", "", poor), [false, "points", "Needs 450 points; you have 0"])
        assert.deepStrictEqual(yield* judged("gold_only", "", memberCalls("M2")), yes)
        assert.deepStrictEqual(yield* judged("gold_only"), [false, "tier_level", "Needs tier level 3; yours is 2"])
        assert.deepStrictEqual(yield* judged("gold_only", "", memberCalls("M9")), [
          false,
          "tier_level",
          "Needs tier level 3; yours is 0"
        ])
        assert.deepStrictEqual(yield* judged("b_dinner", "", memberCalls("M9")), yes)
        assert.deepStrictEqual(yield* judged("spa", `?propertyId=${demoIds.venues.V2}`), [
          false,
          "property",
          "Not available at this property"
        ])
        assert.deepStrictEqual(yield* judged("transfer"), [false, "property", "Needs a property: choose one"])
        assert.deepStrictEqual(yield* judged("transfer", `?propertyId=${demoIds.venues.V2}`), yes)
        assert.deepStrictEqual(yield* judged("stay_gift"), [false, "requires_stay", "Needs a stay"])
        assert.deepStrictEqual(yield* judged("stay_gift", `?reservationId=${demoIds.reservations["open"]}`), yes)
        assert.deepStrictEqual((yield* judged("sold_out")).slice(0, 2), [false, "sold_out"])
      })
  )

  it.effect("MEM-063, MEM-064: every offer has the required fields, each field its type, and none is null", () =>
    Effect.gen(function* () {
      const { answer } = yield* list()
      for (const item of answer.each("items")) {
        const offer = Service.recordOf(item)
        for (const name of required) assert.property(offer, name)
        for (const [name, value] of Object.entries(offer)) {
          assert.strictEqual(typeof value, kinds[name], name)
          assert.isNotNull(value, name)
        }
        assert.isTrue(Number.isInteger(offer["pointsRequired"]))
        assert.strictEqual(offer["isEligible"] === false, typeof offer["eligibilityReason"] === "string")
        assert.strictEqual(offer["isGlobal"] === true, offer["propertyDocumentId"] === undefined)
      }
      const discount = yield* m1.offer("discount")
      assert.deepStrictEqual(
        [
          discount.at("discountAmount"),
          discount.at("discountType"),
          discount.at("category"),
          discount.at("retailValue")
        ],
        [20, "percentage", { id: 801, name: "Dining" }, 13]
      )
      const bare = yield* m1.offer("b_drink")
      assert.deepStrictEqual(Service.keysOf(bare.body).toSorted(), [
        "isCustomOffer",
        "isEligible",
        "isGlobal",
        "name",
        "offerId",
        "pointsRequired",
        "redemptionType",
        "requiresStay",
        "restrictions"
      ])
    })
  )

  it.effect("MEM-065: an offer that needs a stay has that restriction until the query names one", () =>
    Effect.gen(function* () {
      const without = yield* m1.offer("stay_gift")
      assert.deepStrictEqual(without.at("restrictions"), [
        { type: "requires_stay", message: "Needs a stay", details: { propertyId: demoIds.venues.V1 } }
      ])
      const withStay = yield* m1.offer("stay_gift", `?reservationId=${demoIds.reservations["open"]}`)
      assert.deepStrictEqual([withStay.at("restrictions"), withStay.at("requiresStay")], [[], true])
    })
  )

  it.effect("MEM-066: an ended offer is in no list and not for anybody; offers have their end and flags", () =>
    Effect.gen(function* () {
      const ended = yield* m1.offer("ended")
      assert.deepStrictEqual(
        [ended.status, ended.at("isEligible"), ended.at("eligibility.code")],
        [200, false, "expired"]
      )
      const custom = yield* m1.offer("custom")
      assert.match(String(custom.at("validUntil")), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.deepStrictEqual(
        [custom.at("isCustomOffer"), custom.at("isGlobal"), custom.at("propertyDocumentId")],
        [true, false, demoIds.venues.V2]
      )
      assert.strictEqual((yield* m1.offer("early_bird")).at("disableBeforeCheckInHours"), 72)
    })
  )

  it.effect("MEM-005: every offer costs points", () =>
    Effect.gen(function* () {
      const { answer } = yield* list()
      for (const points of answer.each("items", "pointsRequired")) assert.isAbove(Number(points), 0)
    })
  )
})
