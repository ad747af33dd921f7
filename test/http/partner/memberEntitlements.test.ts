import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { benefits, members, reservations, venues } = demoIds
const { M1, M2, M3, M9, M_closed } = members
const { V1, V2, W1 } = venues

layer(Service.layer())("listMemberEntitlements", (it) => {
  const path = `/members/${M1}/entitlements`

  it.effect("PAR-139, MEM-053: lists benefits of the member's tiers at a venue, each eligible or with a reason", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const answer = yield* get(`${path}?propertyId=${V1}`, key("PA"))
      assert.strictEqual(answer.status, 200, answer.text)
      assert.hasAllKeys(answer.body, ["items"])
      const item = (name: keyof typeof benefits) =>
        answer.each("items").find((one) => Service.at(one, "benefitId") === benefits[name])
      const silver = yield* get(`/members/${M1}`, key("PA"))
      const source = { programId: silver.at("programs.0.programId"), tierId: silver.at("programs.0.tierId") }
      assert.deepStrictEqual(item("welcome_drink"), {
        benefitId: benefits.welcome_drink,
        name: "Welcome drink",
        kind: "amenity",
        quantity: 2,
        eligible: true,
        reason: null,
        source
      })
      assert.deepInclude(Service.recordOf(item("early_check_in")), { eligible: false, reason: "venue", source })
      assert.deepInclude(Service.recordOf(item("spa_hour")), { eligible: false, reason: "date" })
      // Of Gold, of no tier, of another venue, disabled, archived and of another organization.
      for (const name of [
        "suite_upgrade",
        "transfer",
        "timeless_stay",
        "paused",
        "former",
        "welcome_drink_b"
      ] as const) {
        assert.isUndefined(item(name), name)
      }
    })
  )

  it.effect("PAR-007, PAR-057: a venue out of reach is 403; a stay of another member or out of reach is 404", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      for (const [id, name] of [
        [V2, "PA_v1"],
        [W1, "PA"],
        ["unknown", "PA"]
      ] as const) {
        // The venue is checked before the member.
        for (const member of [M1, M9]) {
          const answer = yield* get(`/members/${member}/entitlements?propertyId=${id}`, key(name))
          assert.deepStrictEqual(statusAndCode(answer), [403, "property_out_of_scope"])
        }
      }
      const own = reservations["open"] ?? assert.fail("no demo stay")
      const [atV2, others] = [reservations["m3"] ?? "", reservations["w1_acknowledged"] ?? ""]
      assert.strictEqual((yield* get(`${path}?reservationId=${own}`, key("PA_v1"))).status, 200)
      const missing = yield* get(`${path}?reservationId=nothing`, key("PA"))
      assert.deepStrictEqual(statusAndCode(missing), [404, "not_found"])
      for (const [id, member, name] of [
        [atV2, M1, "PA"],
        [others, M1, "PA"],
        [others, M9, "PA"],
        [atV2, M3, "PA_v1"],
        [own, M2, "PA"]
      ] as const) {
        const answer = yield* get(`/members/${member}/entitlements?reservationId=${id}`, key(name))
        assert.deepStrictEqual(
          [answer.status, answer.text.replace(/"timestamp":"[^"]*"/u, "")],
          [404, missing.text.replace(/"timestamp":"[^"]*"/u, "")]
        )
      }
    })
  )

  it.effect("PAR-139: without propertyId, a benefit of certain venues is listed only if one is within reach", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const eligibleIn = (answer: Service.Answer, name: keyof typeof benefits) =>
        Service.at(
          answer.each("items").find((one) => Service.at(one, "benefitId") === benefits[name]),
          "eligible"
        )
      const [all, ofV1] = [yield* get(path, key("PA")), yield* get(path, key("PA_v1"))]
      assert.isTrue(eligibleIn(all, "breakfast"))
      assert.isTrue(eligibleIn(ofV1, "breakfast"))
      assert.isFalse(eligibleIn(all, "timeless_stay"))
      assert.isUndefined(eligibleIn(ofV1, "timeless_stay"))
      const ids = all.each("items", "benefitId")
      assert.strictEqual(new Set(ids).size, ids.length)
      const closed = yield* get(`/members/${M_closed}/entitlements`, key("PA"))
      assert.deepStrictEqual(closed.body, { items: [] })
      const both = yield* get(`/members/${M2}/entitlements`, key("PADM"))
      assert.include(both.each("items", "benefitId"), benefits.welcome_drink_b)
      assert.notInclude(
        (yield* get(`/members/${M2}/entitlements`, key("PA"))).each("items", "benefitId"),
        benefits.welcome_drink_b
      )
    })
  )
})
