import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { InsufficientReach } from "../../../src/domain/access/InsufficientReach.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import { auditOf } from "../../support/audited.ts"
import { freshKey, partnerClient, using } from "../../support/http/clients.ts"
import { controls } from "../../support/desk.ts"
import { key } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { programs } = demoIds
const { getEarningRules, replaceEarningRules } = partnerClient.programs

type Headers = Readonly<Record<string, string>>

const PA = key("PA")
const PA_v1 = key("PA_v1")

/** The UTC date `days` from today. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const params = (name: string) => ({ programId: programs[name] ?? name })
const get = (name: string, headers: Headers = PA) => getEarningRules({ params: params(name) }).pipe(using(headers))
const rule = { category: "stay", pointsPerUnit: 1.5, currency: "EUR" }
const put = (
  name: string,
  effectiveFrom: string,
  rules: Parameters<typeof replaceEarningRules>[0]["payload"]["rules"] = [rule],
  headers: Headers = PA
) =>
  replaceEarningRules({ params: params(name), headers: freshKey(), payload: { effectiveFrom, rules } }).pipe(
    using(headers)
  )
const none = { minSpend: null, maxPointsPerStay: null, exclusions: [] }

layer(Service.layer())("earning rules", (it) => {
  it.effect("PAR-102: shows the newest version for stays of today, or version 0 if there is none", () =>
    Effect.gen(function* () {
      const inForce = yield* get("A")
      assert.deepStrictEqual(
        [inForce.version, inForce.effectiveFrom, inForce.rules[0]],
        [
          2,
          day(-30),
          {
            category: "stay",
            pointsPerUnit: 1,
            currency: "EUR",
            minSpend: 50,
            maxPointsPerStay: 20_000,
            exclusions: []
          }
        ]
      )
      assert.deepStrictEqual(yield* get("A", PA_v1), inForce)
      assert.deepStrictEqual(yield* get("A_draft"), { version: 0, effectiveFrom: null, rules: [] })
      assert.deepStrictEqual(yield* Effect.flip(get("B")), new NotFound({}))
    })
  )

  it.effect("appends versions and audits each; a version that takes effect tomorrow is not shown", () =>
    Effect.gen(function* () {
      const whole = { ...rule, minSpend: 10.5, maxPointsPerStay: 0, exclusions: ["booking.com"] }
      assert.deepStrictEqual(yield* put("A_draft", day(1)), {
        version: 1,
        effectiveFrom: day(1),
        rules: [{ ...rule, ...none }]
      })
      assert.strictEqual((yield* get("A_draft")).version, 0)
      const second = yield* put("A_draft", day(0), [whole, { ...rule, category: "spa", pointsPerUnit: 0 }])
      assert.deepStrictEqual(second, {
        version: 2,
        effectiveFrom: day(0),
        rules: [whole, { ...rule, ...none, category: "spa", pointsPerUnit: 0 }]
      })
      assert.deepStrictEqual(yield* get("A_draft"), second)
      assert.strictEqual((yield* put("A_draft", day(0), [])).version, 3)
      assert.deepStrictEqual((yield* get("A_draft")).rules, [])
      const entries = yield* auditOf(`program:${programs["A_draft"]}`)
      assert.deepStrictEqual(
        entries.map(({ action }) => action),
        Array.from({ length: 3 }, () => "program.earning_rules_replaced")
      )
      assert.deepStrictEqual(entries[1]?.after, { ...second })
    })
  )

  it.effect("PAR-139: replacing the rules needs all venues, else 403 insufficient_reach", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(put("A", day(1), [rule], PA_v1))
      assert.deepStrictEqual(refused, new InsufficientReach({ reason: "all_venues_required" }))
      assert.deepStrictEqual(yield* Effect.flip(put("B", day(1), [rule], PA_v1)), new NotFound({}))
    })
  )

  it.effect("PAR-131: a past effectiveFrom and invalid rules are a 400 with the field, and change nothing", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const before = yield* get("A")
      const send = (body: object, program = "A") =>
        call("PUT", `/v1/partner/loyalty/programs/${programs[program]}/earning-rules`, {
          headers: { ...PA, ...freshKey() },
          body: { effectiveFrom: day(1), rules: [rule], ...body }
        })
      const bad = (change: object) => ({ rules: [{ ...rule, ...change }] })
      for (const [field, body] of [
        ["effectiveFrom", { effectiveFrom: day(-1) }],
        ["effectiveFrom", { effectiveFrom: "2999-02-30" }],
        ["effectiveFrom", { effectiveFrom: "2999-01-01T00:00:00Z" }],
        ["rules", { rules: null }],
        ["rules", { rules: Array.from({ length: 101 }, (_, index) => ({ ...rule, category: `c${index}` })) }],
        ["rules.0.category", bad({ category: "" })],
        ["rules.0.pointsPerUnit", bad({ pointsPerUnit: -1 })],
        ["rules.0.pointsPerUnit", bad({ pointsPerUnit: 10_001 })],
        ["rules.0.pointsPerUnit", bad({ pointsPerUnit: 0.00001 })],
        ["rules.0.pointsPerUnit", bad({ pointsPerUnit: "1" })],
        ["rules.0.currency", bad({ currency: "eur" })],
        ["rules.0.currency", bad({ currency: "EURO" })],
        ["rules.0.minSpend", bad({ minSpend: -0.01 })],
        ["rules.0.maxPointsPerStay", bad({ maxPointsPerStay: 1.5 })],
        ["rules.0.maxPointsPerStay", bad({ maxPointsPerStay: -1 })],
        ["rules.0.exclusions.0", bad({ exclusions: [""] })],
        ["rules.0.more", bad({ more: 1 })],
        ["rules.1.category", { rules: [rule, { ...rule, minSpend: 100 }] }]
      ] as const) {
        const answer = yield* send(body)
        assert.deepStrictEqual([answer.status, answer.at("code")], [400, "invalid_parameter"], answer.text)
        assert.deepStrictEqual([...new Set(answer.each("errors", "field"))], [field], answer.text)
      }
      const unreached = yield* send({ effectiveFrom: day(-1) }, "B")
      assert.deepStrictEqual([unreached.status, unreached.at("code")], [400, "invalid_parameter"])
      assert.strictEqual((yield* send({ rules: [rule, { ...rule, currency: "USD" }] })).status, 200)
      assert.deepStrictEqual(yield* get("A"), before)
    })
  )
})

layer(Service.layer({ environment: { HUB_TEST_CONTROLS: "1" } }))("earning rules of a later day", (it) => {
  it.effect("PAR-102: a version with a later effectiveFrom is returned from that day on", () =>
    Effect.gen(function* () {
      const later = yield* put("A_draft", day(1))
      assert.strictEqual((yield* get("A_draft")).version, 0)
      yield* controls.pass(24)
      assert.deepStrictEqual(yield* get("A_draft"), later)
    })
  )
})
