import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { auditedBy, loyalty, refusal, reset, rowsIn } from "../../support/loyalty.ts"
import { get as getAsMember, groups as perkGroups } from "../../support/perks.ts"
import { statusAndCode } from "../../support/partner.ts"
import { recordOf, layer as service } from "../../support/http/service.ts"

const { benefitGroups, benefits } = demoIds
const { breakfast, former, harbour_tour_b, lounge, welcome_drink } = benefits

const pathOf = (groupId: string, more = "") => `/benefit-groups/${groupId}${more}`
const replace = (groupId: string, benefitIds: ReadonlyArray<unknown>) =>
  loyalty("PUT", pathOf(groupId, "/benefits"), { body: { benefitIds } })
const actions = (entries: ReadonlyArray<unknown>) => entries.map((entry) => recordOf(entry)["action"])

layer(service())("benefit groups", (it) => {
  it.effect("PAR-001, PAR-103: lists the organization's groups sorted by name, filtered by enabled and paged", () =>
    Effect.gen(function* () {
      const all = yield* loyalty("GET", "/benefit-groups")
      assert.deepStrictEqual(all.each("items", "name"), ["During your stay", "Food and drink", "Seasonal", "Your room"])
      assert.deepStrictEqual([all.at("total"), all.at("limit"), all.at("offset")], [4, 25, 0])
      assert.hasAllKeys(
        all.at("items.0"),
        "groupId name description enabled stayRequired benefitCount createdAt updatedAt".split(" ")
      )
      assert.deepStrictEqual(all.each("items", "benefitCount"), [1, 2, 3, 3])
      assert.deepStrictEqual((yield* loyalty("GET", "/benefit-groups", { as: "PA_v1" })).body, all.body)
      assert.strictEqual((yield* loyalty("GET", "/benefit-groups?enabled=false")).at("items.0.name"), "Seasonal")
      assert.deepStrictEqual((yield* loyalty("GET", "/benefit-groups?limit=1&offset=3")).at("items"), [
        all.at("items.3")
      ])
      assert.deepStrictEqual((yield* loyalty("GET", "/benefit-groups", { as: "PB" })).each("items", "groupId"), [
        benefitGroups.dining_b
      ])
    })
  )

  it.effect("A-65: creates a group, which has a numeric id for members, and changes only the fields in the body", () =>
    Effect.gen(function* () {
      yield* reset
      const { answer, entries } = yield* auditedBy(
        loyalty("POST", "/benefit-groups", { body: { name: "On the water" } })
      )
      assert.strictEqual(answer.status, 201)
      const { createdAt, groupId, updatedAt: _, ...settings } = recordOf(answer.body)
      assert.deepStrictEqual(settings, {
        name: "On the water",
        description: null,
        enabled: true,
        stayRequired: false,
        benefitCount: 0,
        benefits: []
      })
      assert.deepStrictEqual(actions(entries), ["benefit_group.created"])
      const id = String(groupId)
      const memberGroup = (yield* getAsMember("M1", perkGroups))
        .each("items")
        .find((one) => recordOf(one)["name"] === "On the water")
      assert.isTrue(Number.isInteger(recordOf(memberGroup)["id"]))
      const change = (body: object) => loyalty("PATCH", pathOf(id), { body })
      const changed = yield* auditedBy(change({ stayRequired: true, description: "Boats" }))
      assert.deepStrictEqual(changed.answer.body, {
        ...recordOf(answer.body),
        stayRequired: true,
        description: "Boats",
        updatedAt: changed.answer.at("updatedAt"),
        createdAt
      })
      assert.deepStrictEqual(actions(changed.entries), ["benefit_group.changed"])
      assert.deepStrictEqual(actions((yield* auditedBy(change({ description: "Boats" }))).entries), [])
      assert.isNull((yield* change({ description: null })).at("description"))
      for (const wrong of [
        {},
        { name: null },
        { name: "" },
        { enabled: null },
        { stayRequired: 1 },
        { benefits: [] }
      ]) {
        assert.deepStrictEqual(statusAndCode(yield* change(wrong)), [400, "invalid_parameter"], JSON.stringify(wrong))
      }
    })
  )

  it.effect(
    "PAR-140: replaces the benefits in order; duplicates are 400, missing, foreign or archived ones the same 404",
    () =>
      Effect.gen(function* () {
        yield* reset
        const { dining } = benefitGroups
        const { answer, entries } = yield* auditedBy(replace(dining, [lounge, breakfast, welcome_drink]))
        assert.deepStrictEqual(answer.each("benefits", "benefitId"), [lounge, breakfast, welcome_drink])
        assert.strictEqual(answer.at("benefitCount"), 3)
        const { after, before } = recordOf(entries[0])
        assert.deepStrictEqual(actions(entries), ["benefit_group.benefits_replaced"])
        assert.deepStrictEqual(
          [recordOf(before)["benefitIds"], recordOf(after)["benefitIds"]],
          [
            [breakfast, welcome_drink],
            [lounge, breakfast, welcome_drink]
          ]
        )
        assert.deepStrictEqual((yield* loyalty("GET", pathOf(dining))).body, answer.body)
        const memberPerks = yield* getAsMember("M1", `${perkGroups}/${demoIds.perkGroups.dining}/perks`)
        assert.deepStrictEqual(memberPerks.each("globalPerks", "perkId"), [lounge, welcome_drink])
        assert.deepStrictEqual(
          actions((yield* auditedBy(replace(dining, [lounge, breakfast, welcome_drink]))).entries),
          []
        )
        const missing = refusal(yield* replace(dining, [lounge, "unknown"]))
        assert.deepStrictEqual(
          [missing["status"], missing["code"], missing["details"]],
          [404, "not_found", { field: "benefitIds" }]
        )
        for (const id of [harbour_tour_b, former])
          assert.deepStrictEqual(refusal(yield* replace(dining, [id, lounge])), missing)
        for (const wrong of [
          [lounge, lounge],
          [1],
          [""],
          Array.from({ length: 501 }, (_, index) => `benefit-${index}`)
        ]) {
          assert.deepStrictEqual(statusAndCode(yield* replace(dining, wrong)), [400, "invalid_parameter"])
        }
        assert.deepStrictEqual((yield* loyalty("GET", pathOf(dining))).body, answer.body)
        assert.deepStrictEqual((yield* replace(dining, [])).at("benefits"), [])
      })
  )

  it.effect("deletes a group but not its benefits", () =>
    Effect.gen(function* () {
      yield* reset
      const { room } = benefitGroups
      const before = yield* rowsIn("benefits")
      const { answer, entries } = yield* auditedBy(loyalty("DELETE", pathOf(room)))
      assert.deepStrictEqual([answer.status, answer.text, actions(entries)], [204, "", ["benefit_group.removed"]])
      const missing = refusal(yield* loyalty("GET", pathOf("nothing")))
      for (const call of [loyalty("GET", pathOf(room)), loyalty("DELETE", pathOf(room)), replace(room, [])]) {
        assert.deepStrictEqual(refusal(yield* call), missing)
      }
      assert.sameDeepMembers([...(yield* rowsIn("benefits"))], [...before])
      assert.deepStrictEqual((yield* loyalty("GET", `/benefits/${benefits["suite_upgrade"]}`)).at("groupIds"), [])
      assert.strictEqual((yield* getAsMember("M1", `${perkGroups}/${demoIds.perkGroups.room}`)).status, 404)
    })
  )

  it.effect("PAR-139: all venues are needed to write a group, but not to read it", () =>
    Effect.gen(function* () {
      yield* reset
      const { dining } = benefitGroups
      assert.strictEqual((yield* loyalty("GET", pathOf(dining), { as: "PA_v1" })).status, 200)
      for (const [method, path, body] of [
        ["POST", "/benefit-groups", { name: "Mine" }],
        ["PATCH", pathOf(dining), { name: "Mine" }],
        ["DELETE", pathOf(dining), undefined],
        ["PUT", pathOf(dining, "/benefits"), { benefitIds: ["unknown"] }]
      ] as const) {
        const answer = yield* loyalty(method, path, { as: "PA_v1", body })
        assert.deepStrictEqual(statusAndCode(answer), [403, "insufficient_reach"], method)
      }
    })
  )
})
