import { assert, layer } from "@effect/vitest"
import { Context, DateTime, Effect, Layer, Schema, TxHashMap } from "effect"
import { keyText } from "../../../src/domain/dataset/keyText.ts"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import type { MemberName } from "../../../src/demo/demoMembers.ts"
import { stays } from "../../../src/demo/stays.ts"
import { PerkList } from "../../../src/domain/perks/PerkList.ts"
import { PerkViews } from "../../../src/domain/perks/PerkViews.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
import * as PerkViewsLayer from "../../../src/layers/repositories/PerkViewsLayer.ts"
import { isFailure } from "../../support/member.ts"
import { key } from "../../support/partner.ts"
import { all, eligible, get, groups, perkIn, perks, eligibilityOf } from "../../support/perks.ts"
import * as Service from "../../support/http/service.ts"

const { arrivals, benefits, perkGroups, reservations, venues } = demoIds
const isPerkList = Schema.is(Schema.toEncoded(Schema.toCodecJson(PerkList)))

const eligibleIn = (answer: Service.Answer) =>
  all(answer)
    .filter((perk) => Service.at(perk, "isEligible") === true)
    .map((perk) => Service.at(perk, "perkId"))

layer(Service.layer())("listPerks", (it) => {
  it.effect("MEM-005, MEM-049, MEM-053: lists global and property perks with their total and without a price", () =>
    Effect.gen(function* () {
      const answer = yield* get("M1", perks)
      assert.strictEqual(answer.status, 200, answer.text)
      assert.isTrue(isPerkList(answer.body), answer.text)
      assert.isAbove(answer.each("globalPerks").length, 3)
      assert.isAbove(answer.each("propertyPerks").length, 3)
      assert.strictEqual(answer.at("total"), all(answer).length)
      assert.notMatch(answer.text, /pointsRequired|"price"|"points"/)
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
    })
  )

  it.effect("MEM-053, MEM-054: returns a global perk in full; unset fields are omitted", () =>
    Effect.gen(function* () {
      const answer = yield* get("M1", perks)
      assert.deepStrictEqual(perkIn(answer, "welcome_drink"), {
        perkId: benefits.welcome_drink,
        name: "Welcome drink",
        description: "Welcome drink for members of Program A",
        redemptionType: "direct",
        minTierLevel: 1,
        heroImage: {
          url: "https://images.example.com/perks/welcome-drink/hero.jpg",
          alt: "Welcome drink",
          width: 1600,
          height: 900
        },
        cardImage: { url: "https://images.example.com/perks/welcome-drink/card.jpg", alt: "Welcome drink" },
        howToRedeem: "Ask at the bar",
        isEligible: true,
        sourceType: "global"
      })
      assert.deepStrictEqual(perkIn(answer, "transfer"), {
        perkId: benefits.transfer,
        name: "Airport transfer",
        redemptionType: "requireApproval",
        minTierLevel: 1,
        isEligible: false,
        eligibilityReason: "Your tier does not include this perk",
        eligibility: { code: "entitlement_missing", facts: { tierLevel: 2 } },
        sourceType: "global"
      })
    })
  )

  it.effect("MEM-054: lists a property perk once per property, with that property's overrides", () =>
    Effect.gen(function* () {
      const answer = yield* get("M1", perks)
      const breakfasts = answer
        .each("propertyPerks")
        .filter((perk) => Service.at(perk, "perkId") === benefits.breakfast)
        .map((perk) =>
          ["sourceType", "name", "propertyId", "propertyName", "overriddenName", "overriddenDescription"].map((field) =>
            Service.at(perk, field)
          )
        )
      assert.sameDeepMembers(breakfasts, [
        [
          "property",
          "Terrace breakfast",
          venues.V1,
          "Venue V1",
          "Rooftop breakfast",
          "Served on the roof of Venue V1 until eleven"
        ],
        ["property", "Terrace breakfast", venues.V2, "Venue V2", undefined, undefined]
      ])
      for (const perk of answer.each("globalPerks")) assert.notProperty(perk, "propertyId")
    })
  )

  it.effect("MEM-112: perks go by the tier of the profile", () =>
    Effect.gen(function* () {
      const levels: Array<unknown> = []
      for (const name of ["M1", "M2", "M_new"] as const) {
        const profile = yield* get(name, "/v1/members/me")
        const tiers = [0, ...profile.each("tiers", "level")]
        const own = profile.each("tiers").find((tier) => Service.at(tier, "programName") === "Program A")
        const level = Number(Service.at(own, "level") ?? 0)
        const answer = yield* get(name, perks)
        for (const perk of answer.each("globalPerks")) {
          if (Service.at(perk, "eligibility.code") !== "tier_level") continue
          const actual = Service.at(perk, "eligibility.facts.actual")
          assert.include(tiers, actual, name)
          assert.isAbove(Number(Service.at(perk, "minTierLevel")), Number(actual), name)
        }
        const isEligible = perkIn(answer, "suite_upgrade")["isEligible"] ?? false
        assert.strictEqual(isEligible, level >= 3, name)
        levels.push(level)
      }
      assert.deepStrictEqual(levels, [2, 3, 0])
    })
  )

  it.effect("MEM-052, MEM-053: an ineligible perk has a reason as text, and as a code with facts", () =>
    Effect.gen(function* () {
      const anywhere = yield* get("M1", perks)
      for (const perk of all(anywhere)) {
        assert.strictEqual(Service.at(perk, "isEligible"), Service.at(perk, "eligibilityReason") === undefined)
        assert.notStrictEqual(Service.at(perk, "eligibilityReason"), "")
      }
      assert.deepStrictEqual(eligibilityOf(anywhere, "welcome_drink"), eligible)
      assert.deepStrictEqual(eligibilityOf(anywhere, "suite_upgrade"), [
        false,
        "tier_level",
        { required: 3, actual: 2 },
        "string"
      ])
      assert.strictEqual(perkIn(anywhere, "suite_upgrade").eligibilityReason, "Needs tier level 3; yours is 2")
      assert.deepStrictEqual(eligibilityOf(anywhere, "early_check_in"), [false, "venue", {}, "string"])
      assert.deepStrictEqual(eligibilityOf(anywhere, "timeless_stay"), [false, "stay_required", {}, "string"])
      assert.deepStrictEqual(eligibilityOf(anywhere, "spa_hour").slice(0, 2), [false, "date"])
      assert.deepStrictEqual(eligibilityOf(yield* get("M2", perks), "suite_upgrade"), eligible)
    })
  )

  it.effect("MEM-050, MEM-053: propertyId keeps that property's perks only, and decides eligibility there", () =>
    Effect.gen(function* () {
      const atV2 = yield* get("M1", `${perks}?propertyId=${venues.V2}`)
      assert.deepStrictEqual([...new Set(atV2.each("propertyPerks", "propertyId"))], [venues.V2])
      assert.deepStrictEqual(eligibilityOf(atV2, "early_check_in"), eligible)
      assert.strictEqual(perkIn(atV2, "welcome_drink").overriddenName, "Garden welcome drink")
      assert.isUndefined(perkIn(atV2, "lounge").perkId)
      const atV1 = yield* get("M1", `${perks}?propertyId=${venues.V1}`)
      assert.deepStrictEqual(eligibilityOf(atV1, "early_check_in"), [
        false,
        "venue",
        { propertyId: venues.V1 },
        "string"
      ])
      assert.deepStrictEqual(eligibilityOf(atV1, "lounge"), eligible)
    })
  )

  it.effect("MEM-050: at a foreign, hidden or unknown property no perk is eligible", () =>
    Effect.gen(function* () {
      for (const propertyId of [venues.W1, venues.V_hidden, "unknown", "101"]) {
        const answer = yield* get("M1", `${perks}?propertyId=${propertyId}`)
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(answer.each("propertyPerks"), [])
        assert.deepStrictEqual([...new Set(answer.each("globalPerks", "isEligible"))], [false])
        assert.deepStrictEqual(eligibilityOf(answer, "welcome_drink"), [false, "venue", { propertyId }, "string"])
      }
    })
  )

  it.effect("MEM-050: a redemption type filters both lists", () =>
    Effect.gen(function* () {
      const direct = yield* get("M1", `${perks}?redemptionType=direct`)
      assert.isAbove(direct.each("globalPerks").length, 0)
      assert.isAbove(direct.each("propertyPerks").length, 0)
      assert.deepStrictEqual([...new Set(all(direct).map((perk) => Service.at(perk, "redemptionType")))], ["direct"])
      assert.strictEqual(direct.at("total"), all(direct).length)
      for (const other of ["nothing", "Direct"]) {
        const none = yield* get("M1", `${perks}?redemptionType=${other}`)
        assert.deepStrictEqual(none.body, { globalPerks: [], propertyPerks: [], total: 0 })
      }
    })
  )

  it.effect("MEM-051: either list is empty when its include parameter is false or 0", () =>
    Effect.gen(function* () {
      const whole = yield* get("M1", perks)
      const [global, property] = [whole.each("globalPerks"), whole.each("propertyPerks")]
      for (const [query, body] of [
        ["includeGlobalPerks=false", { globalPerks: [], propertyPerks: property, total: property.length }],
        ["includeGlobalPerks=0", { globalPerks: [], propertyPerks: property, total: property.length }],
        ["includePropertyPerks=false", { globalPerks: global, propertyPerks: [], total: global.length }],
        [
          "includePropertyPerks=0&includeGlobalPerks=1",
          { globalPerks: global, propertyPerks: [], total: global.length }
        ],
        ["includePropertyPerks=0&includeGlobalPerks=0", { globalPerks: [], propertyPerks: [], total: 0 }],
        ["includePropertyPerks=true&includeGlobalPerks=1", whole.body]
      ] as const) {
        assert.deepStrictEqual((yield* get("M1", `${perks}?${query}`)).body, body, query)
      }
    })
  )

  it.effect("MEM-050, MEM-051, MEM-007: invalid parameters are 400", () =>
    Effect.gen(function* () {
      for (const query of [
        "includePropertyPerks=maybe",
        "includeGlobalPerks=TRUE",
        "includeGlobalPerks=",
        "includeGlobalPerks=2",
        "includeGlobalPerks=1&includeGlobalPerks=0",
        "propertyId=",
        "propertyId=%00",
        `propertyId=${"a".repeat(181)}`,
        "reservationId=",
        "reservationId=a%00b",
        `reservationId=${"a".repeat(181)}`,
        "redemptionType="
      ]) {
        const answer = yield* get("M1", `${perks}?${query}`)
        assert.strictEqual(answer.status, 400, query)
        assert.isTrue(isFailure(answer), answer.text)
      }
    })
  )

  it.effect("MEM-050: another member's stay, or nobody's, is the same 404 as an unknown one", () =>
    Effect.gen(function* () {
      const foreign = yield* get("M1", `${perks}?reservationId=${reservations["m3"]}`)
      const unknown = yield* get("M1", `${perks}?reservationId=unknown`)
      const opaque = yield* get("M1", `${perks}?reservationId=${encodeURIComponent("Zimmer Ü/1 #2026")}`)
      assert.deepStrictEqual([opaque.status, opaque.text], [unknown.status, unknown.text])
      assert.strictEqual(foreign.status, 404)
      assert.isTrue(isFailure(foreign), foreign.text)
      assert.strictEqual(foreign.text, unknown.text)
      const nobodys = yield* get("M1", `${perks}?reservationId=${reservations["no_member"]}`)
      assert.strictEqual(nobodys.text, unknown.text)
    })
  )

  it.effect("MEM-053, DOMAIN 6.2: with a stay, exactly the benefits of its arrival task are eligible", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      let compared = 0
      for (const { member, name, status, venue } of stays) {
        if (arrivals[name] === undefined || (member !== "M1" && member !== "M2") || status === "cancelled") continue
        const owner = key(venue === "W1" ? "PB" : "PA")
        const task = yield* call("GET", `/v1/partner/arrivals/${arrivals[name]}`, { headers: owner })
        const answer = yield* get(member, `${perks}?reservationId=${encodeURIComponent(String(reservations[name]))}`)
        assert.sameMembers(eligibleIn(answer), [...task.each("benefits", "benefitId")], name)
        compared++
      }
      assert.isAbove(compared, 40)
    })
  )

  it.effect("MEM-053: a stay makes perks eligible at its own property and date only; an inquiry does not", () =>
    Effect.gen(function* () {
      const during = yield* get("M1", `${perks}?reservationId=${reservations["plus60_v3"]}`)
      assert.deepStrictEqual(eligibilityOf(during, "timeless_stay"), eligible)
      assert.deepStrictEqual([...new Set(during.each("propertyPerks", "propertyId"))], [venues.V3])
      const past = yield* get("M1", `${perks}?reservationId=${reservations["past"]}`)
      assert.deepStrictEqual(eligibilityOf(past, "spa_hour"), eligible)
      const elsewhere = yield* get("M1", `${perks}?reservationId=${reservations["past"]}&propertyId=${venues.V3}`)
      assert.deepStrictEqual(eligibilityOf(elsewhere, "timeless_stay").slice(0, 2), [false, "stay_required"])
      const enquired = yield* get("M1", `${perks}?reservationId=${reservations["inquiry"]}&propertyId=${venues.V3}`)
      assert.deepStrictEqual(eligibilityOf(enquired, "timeless_stay").slice(0, 2), [false, "stay_required"])
    })
  )

  it.effect("MEM-118: lists perks of the member's own organizations only, and no paused or former ones", () =>
    Effect.gen(function* () {
      const ids = Effect.fnUntraced(function* (name: MemberName) {
        return all(yield* get(name, perks)).map((perk) => Service.at(perk, "perkId"))
      })
      assert.notInclude(yield* ids("M1"), benefits.welcome_drink_b)
      const ofM9 = yield* ids("M9")
      assert.includeMembers([...ofM9], [benefits.welcome_drink_b, benefits.harbour_tour_b])
      assert.notInclude(ofM9, benefits.welcome_drink)
      assert.includeMembers(yield* ids("M2"), [benefits.welcome_drink, benefits.welcome_drink_b])
      assert.deepStrictEqual((yield* get("M_new", perks)).body, { globalPerks: [], propertyPerks: [], total: 0 })
      for (const name of ["M1", "M2"] as const) {
        for (const hidden of [benefits.paused, benefits.former]) assert.notInclude(yield* ids(name), hidden)
      }
    })
  )

  it.effect("MEM-118: the tier level that counts is the one in the perk's organization", () =>
    Effect.gen(function* () {
      const answer = yield* get("M2", perks)
      assert.deepStrictEqual(eligibilityOf(answer, "suite_upgrade"), eligible)
      assert.deepStrictEqual(eligibilityOf(answer, "suite_upgrade_b"), [
        false,
        "tier_level",
        { required: 3, actual: 1 },
        "string"
      ])
    })
  )
})

/** The rows below the perks, which a test can change. */
class Rows extends Context.Service<Rows, Memory.Memory["Service"]>()("test/Rows") {}

const changeable = Layer.unwrap(
  Effect.gen(function* () {
    const dataset = demoDataset(DateTime.makeUnsafe(Date.now()))
    const memory = Context.get(yield* Layer.build(Memory.layer), Memory.Memory)
    yield* memory.load(dataset)
    const built = yield* Layer.build(PerkViewsLayer.layerMemory).pipe(Effect.provideService(Memory.Memory, memory))
    return Layer.merge(
      Layer.succeed(Rows, memory),
      Service.layer({ dataset: () => dataset, replace: Context.add(PerkViews, Context.get(built, PerkViews)) })
    )
  })
)

layer(changeable)("perks after a change of rows", (it) => {
  it.effect("MEM-053: a perk is ineligible in the next read after its entitlements are removed", () =>
    Effect.gen(function* () {
      const { benefits: rows, entitlements } = yield* Rows
      assert.deepStrictEqual(eligibilityOf(yield* get("M1", perks), "late_check_out"), eligible)
      const perk = (yield* Effect.tx(TxHashMap.values(rows))).find(({ xid }) => xid === benefits.late_check_out)
      const all = yield* Effect.tx(TxHashMap.values(entitlements))
      const gone = all.filter(({ benefitId }) => benefitId === perk?.id).map(({ id }) => String(id))
      yield* Effect.tx(TxHashMap.removeMany(entitlements, gone))
      assert.deepStrictEqual(eligibilityOf(yield* get("M1", perks), "late_check_out").slice(0, 2), [
        false,
        "entitlement_missing"
      ])
    })
  )

  it.effect("MEM-054: a venue's new name for a perk appears in the next read", () =>
    Effect.gen(function* () {
      const { benefitVenueOverrides } = yield* Rows
      const all = yield* Effect.tx(TxHashMap.values(benefitVenueOverrides))
      const row = all.find(({ overriddenName }) => overriddenName === "Garden welcome drink")
      if (row === undefined) return assert.fail("no override")
      const key = keyText(row.benefitId, row.propertyId)
      yield* Effect.tx(TxHashMap.set(benefitVenueOverrides, key, { ...row, overriddenName: "Sunrise table" }))
      assert.include(
        (yield* get("M1", perks)).text + (yield* get("M1", `${perks}?propertyId=${venues.V2}`)).text,
        "Sunrise table"
      )
    })
  )

  it.effect("MEM-115, MEM-118: a disabled group requires a stay in its own list only, not in that of all perks", () =>
    Effect.gen(function* () {
      const { benefitGroups } = yield* Rows
      const group = (yield* Effect.tx(TxHashMap.values(benefitGroups))).find(({ id }) => id === perkGroups.stay)
      if (group === undefined) return assert.fail("no group")
      yield* Effect.tx(TxHashMap.set(benefitGroups, String(group.id), { ...group, enabled: false }))
      assert.deepStrictEqual(eligibilityOf(yield* get("M1", perks), "timeless_stay"), eligible)
      const inGroup = yield* get("M1", `${groups}/${group.id}/perks`)
      assert.deepStrictEqual(eligibilityOf(inGroup, "timeless_stay").slice(0, 2), [false, "stay_required"])
    })
  )
})
