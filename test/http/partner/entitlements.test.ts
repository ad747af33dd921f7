import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { programXid, tierXid } from "../../../src/demo/demoPrograms.ts"
import { auditedBy, loyalty, rebuildsBy, refusal, reset } from "../../support/loyalty.ts"
import { statusAndCode } from "../../support/partner.ts"
import { recordOf, layer as service } from "../../support/http/service.ts"

const { benefits, entitlements, venues } = demoIds
const { V1, V2, V3, W1 } = venues

const pathOf = (name: string) => `/entitlements/${entitlements[name] ?? name}`
const ofLounge = { programId: programXid("A"), tierId: tierXid("A", 1), benefitId: benefits["lounge"] }
const create = (change: object = {}, as: "PA" | "PA_v1" = "PA") =>
  loyalty("POST", "/entitlements", { as, body: { ...ofLounge, ...change } })
const change = (name: string, body: object) => loyalty("PATCH", pathOf(name), { body })
const listed = Effect.fnUntraced(function* (entitlementId: unknown, as: "PA" | "PA_v1" = "PA") {
  const list = yield* loyalty("GET", "/entitlements?limit=100", { as })
  return list
    .each("items")
    .map(recordOf)
    .find((one) => one["entitlementId"] === entitlementId)
})

layer(service())("entitlements", (it) => {
  it.effect("PAR-001, PAR-103, PAR-139: lists the organization's entitlements with only the venues within reach", () =>
    Effect.gen(function* () {
      const all = yield* loyalty("GET", "/entitlements?limit=100")
      const total = Object.keys(entitlements).filter((name) => !/_b_\d$/u.test(name)).length
      assert.deepStrictEqual([all.at("total"), all.at("limit"), all.each("items").length], [total, 100, total])
      assert.hasAllKeys(
        all.at("items.0"),
        "entitlementId programId tierId benefitId quantityPerStay venueIds validFrom validTo active createdAt updatedAt".split(
          " "
        )
      )
      const ofB = yield* loyalty("GET", "/entitlements?limit=100", { as: "PB" })
      assert.strictEqual(ofB.at("total"), Object.keys(entitlements).length - total)
      const id = entitlements["early_check_in_2"]
      assert.deepStrictEqual((yield* listed(id))?.["venueIds"], [V2])
      assert.deepStrictEqual((yield* listed(id, "PA_v1"))?.["venueIds"], [])
      assert.isNull((yield* listed(entitlements["lounge_2"], "PA_v1"))?.["venueIds"])
      assert.isFalse((yield* listed(entitlements["transfer_3"]))?.["active"])
    })
  )

  it.effect("PAR-057: filters by program, tier, benefit and venue; a venue out of reach is 403", () =>
    Effect.gen(function* () {
      const total = (query: string) =>
        Effect.map(loyalty("GET", `/entitlements?${query}`), (answer) => answer.at("total"))
      assert.strictEqual(yield* total(`benefitId=${benefits["lounge"]}`), 2)
      assert.strictEqual(yield* total(`benefitId=${benefits["lounge"]}&tierId=${tierXid("A", 3)}`), 1)
      assert.strictEqual(yield* total(`programId=${programXid("B")}`), 0)
      assert.strictEqual(yield* total("tierId=unknown"), 0)
      const inAll = Number(yield* total(`propertyId=${V2}`))
      assert.strictEqual(yield* total(`propertyId=${V1}`), inAll - 2)
      for (const [as, venueId] of [
        ["PA", "unknown"],
        ["PA", W1],
        ["PA_v1", V2]
      ] as const) {
        const answer = yield* loyalty("GET", `/entitlements?propertyId=${venueId}`, { as })
        assert.deepStrictEqual(statusAndCode(answer), [403, "property_out_of_scope"])
      }
    })
  )

  it.effect("PAR-103: grants a benefit to a tier everywhere, with one audit log entry, or at venues for a period", () =>
    Effect.gen(function* () {
      yield* reset
      const { answer, entries } = yield* auditedBy(create())
      assert.strictEqual(answer.status, 201)
      const { createdAt, entitlementId, updatedAt, ...settings } = recordOf(answer.body)
      assert.deepStrictEqual(settings, {
        ...ofLounge,
        quantityPerStay: 1,
        venueIds: null,
        validFrom: null,
        validTo: null,
        active: true
      })
      assert.strictEqual(createdAt, updatedAt)
      assert.deepStrictEqual(yield* listed(entitlementId), recordOf(answer.body))
      const { action, after, before, subject } = recordOf(entries[0])
      assert.deepStrictEqual(
        [entries.length, action, subject, before, after],
        [1, "entitlement.created", `entitlement:${String(entitlementId)}`, null, settings]
      )
      const season = { quantityPerStay: 2, venueIds: [V3, V1], validFrom: "2031-05-01", validTo: "2031-05-01" }
      const other = yield* create({ ...season, benefitId: benefits["transfer"] })
      assert.deepStrictEqual(
        [other.status, other.at("venueIds"), other.at("validFrom"), other.at("validTo"), other.at("quantityPerStay")],
        [201, [V1, V3].toSorted(), "2031-05-01", "2031-05-01", 2]
      )
    })
  )

  it.effect("PAR-131: a second active entitlement of a tier and benefit is 409, which a repeated key replays", () =>
    Effect.gen(function* () {
      yield* reset
      const key = crypto.randomUUID()
      const body = { ...ofLounge, tierId: tierXid("A", 2) }
      const refused = yield* loyalty("POST", "/entitlements", { body, key })
      assert.deepStrictEqual(
        [...statusAndCode(refused), refused.at("type"), refused.at("details.field")],
        [409, "duplicate_resource", "conflict_error", "benefitId"]
      )
      const replayed = yield* loyalty("POST", "/entitlements", { body, key })
      assert.deepStrictEqual([replayed.text, replayed.headers.get("x-idempotent-replay")], [refused.text, "true"])
      yield* change("lounge_2", { active: false })
      const second = yield* loyalty("POST", "/entitlements", { body })
      assert.strictEqual(second.status, 201)
      const { answer, entries } = yield* auditedBy(change("lounge_2", { active: true }))
      assert.deepStrictEqual([...statusAndCode(answer), entries.length], [409, "duplicate_resource", 0])
      assert.strictEqual((yield* loyalty("DELETE", pathOf(String(second.at("entitlementId"))))).status, 204)
      assert.isTrue((yield* change("lounge_2", { active: true })).at("active"))
    })
  )

  it.effect(
    "PAR-140: a program, tier, benefit or venue that is missing or foreign is 404 with its field, not 409",
    () =>
      Effect.gen(function* () {
        yield* reset
        const taken = { ...ofLounge, tierId: tierXid("A", 2) }
        for (const [field, ids] of [
          ["programId", [programXid("B")]],
          ["tierId", [tierXid("B", 1)]],
          ["benefitId", [benefits["harbour_tour_b"], benefits["former"]]],
          ["venueIds", [[V1, W1]]]
        ] as const) {
          const unknown = field === "venueIds" ? [V1, "unknown"] : "unknown"
          const missing = refusal(yield* create({ ...taken, [field]: unknown }))
          assert.deepStrictEqual(
            [missing["status"], missing["code"], missing["details"]],
            [404, "not_found", { field }]
          )
          for (const id of ids)
            assert.deepStrictEqual(refusal(yield* create({ ...taken, [field]: id })), missing, field)
        }
        const foreignVenue = refusal(yield* change("lounge_2", { venueIds: [W1] }))
        assert.deepStrictEqual([foreignVenue["status"], foreignVenue["details"]], [404, { field: "venueIds" }])
      })
  )

  it.effect(
    "PAR-128: invalid settings, such as validTo before validFrom, are 400 in a new entitlement and in a change",
    () =>
      Effect.gen(function* () {
        yield* reset
        for (const wrong of [
          { quantityPerStay: 0 },
          { quantityPerStay: 1001 },
          { quantityPerStay: 1.5 },
          { venueIds: [] },
          { venueIds: [V1, V1] },
          { validTo: "2031-02-30" },
          { validTo: "31.12.2031" },
          { venueId: V1 }
        ]) {
          assert.deepStrictEqual(statusAndCode(yield* create(wrong)), [400, "invalid_parameter"], JSON.stringify(wrong))
          assert.deepStrictEqual(statusAndCode(yield* change("lounge_2", wrong)), [400, "invalid_parameter"])
        }
        for (const wrong of [
          { validFrom: "2031-01-02", validTo: "2031-01-01" },
          { active: true },
          { benefitId: null }
        ]) {
          assert.strictEqual((yield* create(wrong)).status, 400, JSON.stringify(wrong))
        }
        for (const wrong of [{}, { validFrom: "2031-01-01" }, { tierId: tierXid("A", 1) }, { active: null }]) {
          assert.strictEqual((yield* change("lounge_2", wrong)).status, 400, JSON.stringify(wrong))
        }
        const reversed = yield* change("lounge_2", { validTo: "2001-01-01" })
        assert.deepStrictEqual(
          [...statusAndCode(reversed), reversed.at("details.field")],
          [400, "invalid_parameter", "validTo"]
        )
      })
  )

  it.effect("changes only the fields in the body; null clears venues and end; a repeat is not audited", () =>
    Effect.gen(function* () {
      yield* reset
      const id = entitlements["lounge_2"]
      const before = yield* listed(id)
      const { answer, entries } = yield* auditedBy(change("lounge_2", { venueIds: [V1], validTo: "2031-12-31" }))
      assert.deepStrictEqual(answer.body, {
        ...before,
        venueIds: [V1],
        validTo: "2031-12-31",
        updatedAt: answer.at("updatedAt")
      })
      assert.notStrictEqual(answer.at("updatedAt"), before?.["updatedAt"])
      assert.deepStrictEqual([entries.length, recordOf(entries[0])["action"]], [1, "entitlement.changed"])
      assert.lengthOf((yield* auditedBy(change("lounge_2", { venueIds: [V1], validTo: "2031-12-31" }))).entries, 0)
      const opened = yield* change("lounge_2", { venueIds: null, validTo: null, quantityPerStay: 4 })
      assert.deepStrictEqual(opened.body, { ...before, quantityPerStay: 4, updatedAt: opened.at("updatedAt") })
    })
  )

  it.effect("an entitlement of an archived benefit cannot be activated; a withdrawn one is 404", () =>
    Effect.gen(function* () {
      yield* reset
      const refused = yield* change("former_2", { active: true })
      assert.deepStrictEqual(statusAndCode(refused), [409, "invalid_state_transition"])
      const { answer, entries } = yield* auditedBy(loyalty("DELETE", pathOf("former_2")))
      assert.deepStrictEqual([answer.status, answer.text, entries.length], [204, "", 1])
      assert.deepStrictEqual(recordOf(entries[0])["action"], "entitlement.withdrawn")
      const missing = refusal(yield* loyalty("DELETE", pathOf("unknown")))
      assert.deepStrictEqual(refusal(yield* loyalty("DELETE", pathOf("former_2"))), missing)
      assert.deepStrictEqual(refusal(yield* change("former_2", { active: false })), missing)
      assert.isUndefined(yield* listed(entitlements["former_2"]))
    })
  )

  it.effect("rebuilds arrival tasks unless the entitlement is inactive before and after the change", () =>
    Effect.gen(function* () {
      yield* reset
      const changed = (body: object) => rebuildsBy(change("lounge_2", body))
      const withdraw = (name: string) => rebuildsBy(loyalty("DELETE", pathOf(name)))
      assert.deepStrictEqual(
        [
          yield* changed({ quantityPerStay: 4 }),
          yield* changed({ active: false }),
          yield* changed({ quantityPerStay: 5 }),
          yield* changed({ active: true }),
          yield* changed({ active: false }),
          yield* withdraw("lounge_2"),
          yield* withdraw("lounge_3")
        ],
        [1, 1, 0, 1, 1, 0, 1]
      )
    })
  )

  it.effect("PAR-139: all venues are needed to write an entitlement, whatever venues it names", () =>
    Effect.gen(function* () {
      yield* reset
      for (const call of [
        create({}, "PA_v1"),
        create({ venueIds: [V1] }, "PA_v1"),
        create({ tierId: "unknown" }, "PA_v1"),
        loyalty("PATCH", pathOf("lounge_2"), { as: "PA_v1", body: { venueIds: [V1] } }),
        loyalty("DELETE", pathOf("lounge_2"), { as: "PA_v1" })
      ]) {
        assert.deepStrictEqual(statusAndCode(yield* call), [403, "insufficient_reach"])
      }
    })
  )
})
