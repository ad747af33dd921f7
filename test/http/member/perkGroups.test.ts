import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { PerkList } from "../../../src/domain/perks/PerkList.ts"
import { PerkGroup } from "../../../src/domain/perks/PerkGroup.ts"
import { isFailure } from "../../support/member.ts"
import { all, eligible, get, groups, perks, eligibilityOf } from "../../support/perks.ts"
import * as Service from "../../support/http/service.ts"

const { benefits, perkGroups, reservations, venues } = demoIds
const isPerkList = Schema.is(Schema.toEncoded(Schema.toCodecJson(PerkList)))
const isPerkGroup = Schema.is(Schema.toEncoded(Schema.toCodecJson(PerkGroup)))

layer(Service.layer())("perk groups", (it) => {
  it.effect("MEM-115: lists the groups of the member's organizations in full, by name", () =>
    Effect.gen(function* () {
      const answer = yield* get("M1", groups)
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepStrictEqual(answer.each("items", "name"), [
        "During your stay",
        "Food and drink",
        "Seasonal",
        "Your room"
      ])
      for (const group of answer.each("items")) assert.isTrue(isPerkGroup(group), JSON.stringify(group))
      assert.strictEqual(answer.at("total"), 4)
      assert.deepStrictEqual((yield* get("M_new", groups)).body, { items: [], total: 0 })
    })
  )

  it.effect("MEM-055: returns a group by its id, with exactly these fields", () =>
    Effect.gen(function* () {
      const answer = yield* get("M1", `${groups}/${perkGroups.stay}`)
      assert.strictEqual(answer.status, 200)
      const { createdAt, documentId, updatedAt, ...rest } = Service.recordOf(answer.body)
      assert.deepStrictEqual(rest, {
        id: perkGroups.stay,
        name: "During your stay",
        description: "During your stay: perks of Program A",
        enabled: true,
        stayRequired: true
      })
      assert.match(String(documentId), /^[a-z0-9]{24}$/)
      for (const time of [createdAt, updatedAt]) assert.strictEqual(new Date(String(time)).toISOString(), time)
      const disabled = yield* get("M1", `${groups}/${perkGroups.seasonal}`)
      assert.deepStrictEqual([disabled.at("enabled"), disabled.at("stayRequired")], [false, false])
      assert.notProperty(disabled.body, "description")
      const listed = (yield* get("M1", groups)).each("items")
      assert.deepInclude([...listed], answer.body)
    })
  )

  it.effect("MEM-055, MEM-056, MEM-118: another organization's group is the same 404 as an unknown one", () =>
    Effect.gen(function* () {
      for (const path of ["", "/perks"]) {
        const unknown = yield* get("M1", `${groups}/999999${path}`)
        assert.strictEqual(unknown.status, 404)
        assert.isTrue(isFailure(unknown), unknown.text)
        for (const id of [perkGroups.dining_b, 0, 2_147_483_648, "99999999999999999999"]) {
          assert.strictEqual((yield* get("M1", `${groups}/${id}${path}`)).text, unknown.text, String(id))
        }
        assert.strictEqual((yield* get("M9", `${groups}/${perkGroups.dining}${path}`)).text, unknown.text)
        for (const id of ["abc", "1.5", "-1", "+1", "1e2", "%20"]) {
          const answer = yield* get("M1", `${groups}/${id}${path}`)
          assert.strictEqual(answer.status, 400, id)
          assert.isTrue(isFailure(answer), answer.text)
        }
      }
    })
  )

  it.effect("MEM-115: lists the perks of a group in its order, each as in the list of all perks", () =>
    Effect.gen(function* () {
      const answer = yield* get("M1", `${groups}/${perkGroups.room}/perks`)
      assert.isTrue(isPerkList(answer.body), answer.text)
      assert.deepStrictEqual(answer.each("globalPerks", "perkId"), [
        benefits.suite_upgrade,
        benefits.late_check_out,
        benefits.early_check_in
      ])
      assert.deepStrictEqual([answer.each("propertyPerks"), answer.at("total")], [[], 3])
      const whole = all(yield* get("M1", perks))
      for (const perk of all(answer)) assert.deepInclude(whole, perk)
      const atV2 = yield* get("M1", `${groups}/${perkGroups.dining}/perks?propertyId=${venues.V2}&includeGlobalPerks=0`)
      assert.deepStrictEqual(atV2.each("propertyPerks", "propertyId"), [venues.V2])
    })
  )

  it.effect("MEM-115: perks of a group that needs a stay are ineligible without a confirmed one", () =>
    Effect.gen(function* () {
      const path = `${groups}/${perkGroups.stay}/perks`
      const without = yield* get("M1", path)
      assert.deepStrictEqual(eligibilityOf(without, "timeless_stay"), [false, "stay_required", {}, "string"])
      const during = yield* get("M1", `${path}?reservationId=${reservations["plus60_v3"]}`)
      assert.deepStrictEqual(eligibilityOf(during, "timeless_stay"), eligible)
      const cancelled = yield* get("M2", `${path}?reservationId=${reservations["withdrawn"]}&propertyId=${venues.V3}`)
      assert.deepStrictEqual(eligibilityOf(cancelled, "timeless_stay").slice(0, 2), [false, "stay_required"])
      assert.strictEqual((yield* get("M1", `${path}?reservationId=unknown`)).status, 404)
    })
  )
})
