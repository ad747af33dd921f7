import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { programXid, tierXid } from "../../src/demo/demoPrograms.ts"
import { loyalty } from "../support/loyalty.ts"
import { key, partner } from "../support/partner.ts"
import { get, perkIn, perks } from "../support/perks.ts"
import { type Answer, layer as service, recordOf, Service } from "../support/http/service.ts"

const { arrivals, benefits, entitlements, venues } = demoIds
const { V1 } = venues
const override = `/benefits/${benefits["lounge"]}/venue-overrides/${V1}`

const atV1 = get("M2", `${perks}?propertyId=${V1}`)
const lounge = Effect.map(atV1, (answer) => perkIn(answer, "lounge"))

const task = Effect.flatMap(partner, (desk) => desk.get(`/arrivals/${arrivals["acknowledged"]}`, key("PA_v1")))
const run = (job: "refresh" | "rebuild") =>
  Effect.flatMap(Service, ({ call }) => call("POST", `/__test/jobs/${job}/run`))
const refresh = run("refresh")

const benefitIn = (answer: Answer, name: "lounge" | "welcome_drink") =>
  answer
    .each("benefits")
    .map(recordOf)
    .find(({ benefitId }) => benefitId === benefits[name])

layer(service({ environment: { HUB_TEST_CONTROLS: "1" } }))("benefit changes across surfaces", (it) => {
  it.effect("DOMAIN 11.3, MEM-054: members and the venue's desk see an override at once, before any job", () =>
    Effect.gen(function* () {
      yield* refresh
      yield* partner.pipe(
        Effect.flatMap((desk) => desk.post(`/arrivals/${arrivals["acknowledged"]}/ack`, key("PA_v1")))
      )
      const before = yield* task
      assert.deepStrictEqual(
        [before.at("changedSinceAck"), benefitIn(before, "lounge")?.["overriddenName"]],
        [false, undefined]
      )
      assert.isUndefined((yield* lounge)["overriddenName"])
      yield* loyalty("PUT", override, {
        as: "PA_v1",
        body: { overriddenName: "Library", overriddenDescription: "Books" }
      })
      const overridden = yield* lounge
      assert.deepStrictEqual(
        [overridden["name"], overridden["overriddenName"], overridden["overriddenDescription"]],
        ["Lounge", "Library", "Books"]
      )
      const after = yield* task
      assert.deepStrictEqual(
        [after.at("status"), after.at("changedSinceAck"), benefitIn(after, "lounge")?.["overriddenName"]],
        ["acknowledged", true, "Library"]
      )
      assert.strictEqual(after.at("acknowledgedAt"), before.at("acknowledgedAt"))
      assert.isAbove(Number((yield* run("rebuild")).at("rebuilt")), 0)
      assert.strictEqual((yield* refresh).at("rebuilt"), 0)
      assert.deepStrictEqual((yield* task).body, {
        ...recordOf(after.body),
        refreshedAt: (yield* task).at("refreshedAt")
      })
      yield* loyalty("PUT", override, { as: "PA_v1", body: { enabled: false } })
      assert.deepStrictEqual(yield* lounge, {})
      assert.isUndefined(benefitIn(yield* task, "lounge"))
      yield* loyalty("DELETE", override, { as: "PA_v1" })
      assert.deepStrictEqual([(yield* lounge)["isEligible"], (yield* lounge)["overriddenName"]], [true, undefined])
      assert.deepStrictEqual(benefitIn(yield* task, "lounge"), benefitIn(before, "lounge"))
    })
  )

  it.effect("MEM-053: members see a deactivated or new entitlement in the next request, and so does the desk", () =>
    Effect.gen(function* () {
      const isEligible = Effect.map(atV1, (answer) => perkIn(answer, "welcome_drink")["isEligible"])
      assert.isTrue(yield* isEligible)
      for (const level of [1, 2, 3]) {
        yield* loyalty("PATCH", `/entitlements/${entitlements[`welcome_drink_${level}`]}`, {
          body: { active: false }
        })
      }
      assert.isFalse(yield* isEligible)
      assert.isUndefined(benefitIn(yield* task, "welcome_drink"))
      for (const level of [1, 2, 3] as const) {
        const granted = {
          programId: programXid("A"),
          tierId: tierXid("A", level),
          benefitId: benefits["welcome_drink"]
        }
        const answer = yield* loyalty("POST", "/entitlements", {
          body: { ...granted, quantityPerStay: 3, venueIds: [V1] }
        })
        assert.strictEqual(answer.status, 201)
      }
      assert.isTrue(yield* isEligible)
      assert.strictEqual(benefitIn(yield* task, "welcome_drink")?.["quantity"], 3)
    })
  )
})
