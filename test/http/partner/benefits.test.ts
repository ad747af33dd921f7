import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { auditedBy, loyalty, rebuildsBy, refusal, reset } from "../../support/loyalty.ts"
import { isFailure, statusAndCode } from "../../support/partner.ts"
import { type Answer, recordOf, layer as service } from "../../support/http/service.ts"

const { benefits, entitlements, organizations, venues } = demoIds
const { V1, V2, V3, W1 } = venues

const pathOf = (name: string, more = "") => `/benefits/${benefits[name] ?? name}${more}`
const overridePath = (name: string, venueId: string) => pathOf(name, `/venue-overrides/${venueId}`)
const namesOf = (answer: Answer) => answer.each("items", "name")
const newBenefit = { name: "Boat trip", kind: "tour", redemptionType: "direct", minTierLevel: 2, scope: "global" }
const create = (change: object = {}) => loyalty("POST", "/benefits", { body: { ...newBenefit, ...change } })
const change = (name: string, body: object) => loyalty("PATCH", pathOf(name), { body })

layer(service())("benefits", (it) => {
  it.effect(
    "PAR-001, PAR-003, PAR-004, PAR-103: lists the benefits of the credential's organization, or of another for staff",
    () =>
      Effect.gen(function* () {
        const ofA = yield* loyalty("GET", "/benefits?limit=100")
        const names = namesOf(ofA).map(String)
        assert.deepStrictEqual(names, names.toSorted())
        assert.include(names, "Terrace breakfast")
        assert.notInclude(names, "Newspaper")
        assert.deepStrictEqual([ofA.at("total"), ofA.at("limit"), ofA.at("offset")], [10, 100, 0])
        const ofB = yield* loyalty("GET", "/benefits?limit=100", { as: "PB" })
        assert.notIncludeMembers(ofA.each("items", "benefitId").map(String), ofB.each("items", "benefitId").map(String))
        const ignored = yield* loyalty("GET", `/benefits?limit=100&organizationId=${organizations.B}`)
        assert.deepStrictEqual(ignored.body, ofA.body)
        const staff = yield* loyalty("GET", `/benefits?limit=100&organizationId=${organizations.B}`, { as: "PADM" })
        assert.deepStrictEqual(staff.body, ofB.body)
        const every = yield* loyalty("GET", "/benefits?limit=100", { as: "PADM" })
        assert.strictEqual(every.at("total"), Number(ofA.at("total")) + Number(ofB.at("total")))
        const second = yield* loyalty("GET", "/benefits?limit=4&offset=4")
        assert.deepStrictEqual(second.at("items"), ofA.each("items").slice(4, 8))
        assert.hasAllKeys(ofA.at("items.0"), [
          ..."benefitId name description kind redemptionType minTierLevel scope propertyIds howToRedeem".split(" "),
          ..."heroImageUrl enabled groupIds createdAt updatedAt".split(" ")
        ])
      })
  )

  it.effect("PAR-057: filters by name, kind, enabled and venue; a venue out of reach is 403", () =>
    Effect.gen(function* () {
      const find = (query: string) => Effect.map(loyalty("GET", `/benefits?${query}`), namesOf)
      assert.deepStrictEqual(yield* find("q=TERRACE"), ["Terrace breakfast"])
      assert.deepStrictEqual(yield* find("q=%25"), [])
      assert.deepStrictEqual(yield* find("kind=upgrade"), ["Suite upgrade"])
      assert.deepStrictEqual(yield* find("enabled=false"), ["Parking"])
      const atV3 = yield* find(`propertyId=${V3}`)
      assert.includeMembers([...atV3], ["Timeless stay", "Lounge"])
      assert.notInclude(atV3, "Spa hour")
      for (const [as, venueId] of [
        ["PA", "unknown"],
        ["PA", W1],
        ["PA_v1", V2]
      ] as const) {
        const answer = yield* loyalty("GET", `/benefits?propertyId=${venueId}`, { as })
        assert.deepStrictEqual(statusAndCode(answer), [403, "property_out_of_scope"])
      }
      for (const query of ["enabled=1", "q=", "kind=", "limit=101", "limit=0", "offset=-1", "propertyId=a%20b"]) {
        assert.strictEqual((yield* loyalty("GET", `/benefits?${query}`)).status, 400, query)
      }
    })
  )

  it.effect("PAR-139: a benefit shows only the venues within reach; writing a benefit needs all venues", () =>
    Effect.gen(function* () {
      yield* reset
      const read = (as: "PA" | "PA_v1") => loyalty("GET", pathOf("breakfast"), { as })
      assert.deepStrictEqual((yield* read("PA")).at("propertyIds"), [V1, V2].toSorted())
      assert.deepStrictEqual((yield* read("PA_v1")).at("propertyIds"), [V1])
      for (const call of [
        loyalty("POST", "/benefits", { as: "PA_v1", body: newBenefit }),
        loyalty("POST", "/benefits", { as: "PA_v1", body: { ...newBenefit, scope: "property", propertyIds: [W1] } }),
        loyalty("PATCH", pathOf("breakfast"), { as: "PA_v1", body: { name: "Mine" } }),
        loyalty("DELETE", pathOf("transfer"), { as: "PA_v1" })
      ]) {
        const answer = yield* call
        assert.deepStrictEqual(
          [...statusAndCode(answer), answer.at("details")],
          [403, "insufficient_reach", { reason: "all_venues_required" }]
        )
        assert.isTrue(isFailure(answer))
      }
      const staff = yield* loyalty("POST", "/benefits", { as: "PADM", body: newBenefit })
      assert.deepStrictEqual(statusAndCode(staff), [403, "no_organization"])
    })
  )

  it.effect("PAR-103: creates a global benefit with one audit log entry, and a disabled benefit of two venues", () =>
    Effect.gen(function* () {
      yield* reset
      const { answer, entries } = yield* auditedBy(
        create({
          description: "Around the bay\nat noon",
          howToRedeem: null,
          heroImageUrl: "https://images.example.com/b.jpg"
        })
      )
      assert.strictEqual(answer.status, 201)
      const { benefitId, createdAt, updatedAt, ...settings } = recordOf(answer.body)
      assert.deepStrictEqual(settings, {
        ...newBenefit,
        propertyIds: [],
        description: "Around the bay\nat noon",
        howToRedeem: null,
        heroImageUrl: "https://images.example.com/b.jpg",
        enabled: true,
        groupIds: []
      })
      assert.strictEqual(createdAt, updatedAt)
      assert.deepStrictEqual((yield* loyalty("GET", pathOf(String(benefitId)))).body, answer.body)
      assert.lengthOf(entries, 1)
      const { action, actor, after, before, subject } = recordOf(entries[0])
      const { groupIds: _, ...audited } = settings
      assert.deepStrictEqual([action, subject, before], ["benefit.created", `benefit:${String(benefitId)}`, null])
      assert.deepStrictEqual(after, { benefitId, ...audited })
      assert.strictEqual(recordOf(actor)["kind"], "key")
      const atVenues = yield* create({ scope: "property", propertyIds: [V3, V1], enabled: false })
      assert.deepStrictEqual([atVenues.status, atVenues.at("propertyIds")], [201, [V1, V3].toSorted()])
    })
  )

  it.effect("PAR-128: malformed fields, and venues that do not match the scope, are 400", () =>
    Effect.gen(function* () {
      yield* reset
      for (const wrong of [
        { name: "" },
        { name: "  " },
        { name: "a\nb" },
        { name: "x".repeat(201) },
        { kind: "" },
        { redemptionType: "y".repeat(61) },
        { minTierLevel: 0 },
        { minTierLevel: 1.5 },
        { minTierLevel: 1001 },
        { minTierLevel: null },
        { scope: "venue" },
        { scope: "global", propertyIds: [V1] },
        { scope: "property" },
        { scope: "property", propertyIds: [] },
        { scope: "property", propertyIds: [V1, V1] },
        { description: "" },
        { howToRedeem: "" },
        { heroImageUrl: "http://images.example.com/a.jpg" },
        { heroImageUrl: "https://" },
        { heroImageUrl: "javascript:alert(1)" },
        { enabled: "yes" },
        { price: 1 }
      ]) {
        assert.deepStrictEqual(statusAndCode(yield* create(wrong)), [400, "invalid_parameter"], JSON.stringify(wrong))
        const { scope: _, ...partial } = { scope: "", ...wrong }
        if (Object.keys(partial).length > 0 && !("scope" in wrong)) {
          assert.strictEqual((yield* change("lounge", wrong)).status, 400, JSON.stringify(wrong))
        }
      }
      assert.strictEqual((yield* change("lounge", {})).status, 400)
    })
  )

  it.effect("PAR-140: a venue of the body that is missing or foreign is the same 404 with its field", () =>
    Effect.gen(function* () {
      yield* reset
      for (const call of [
        (venueId: string) => create({ scope: "property", propertyIds: [V1, venueId] }),
        (venueId: string) => change("breakfast", { propertyIds: [V1, venueId] })
      ]) {
        const [missing, foreign] = [refusal(yield* call("unknown")), refusal(yield* call(W1))]
        assert.deepStrictEqual(
          [missing["status"], missing["code"], missing["details"]],
          [404, "not_found", { field: "propertyIds" }]
        )
        assert.deepStrictEqual(foreign, missing)
      }
    })
  )

  it.effect("changes only the fields in the body, clears those that are null, and audits real changes only", () =>
    Effect.gen(function* () {
      yield* reset
      const before = recordOf((yield* loyalty("GET", pathOf("breakfast"))).body)
      const { answer, entries } = yield* auditedBy(
        change("breakfast", { description: null, heroImageUrl: null, minTierLevel: 3, propertyIds: [V3] })
      )
      assert.deepStrictEqual(answer.body, {
        ...before,
        description: null,
        heroImageUrl: null,
        minTierLevel: 3,
        propertyIds: [V3],
        updatedAt: answer.at("updatedAt")
      })
      assert.isAbove(Date.parse(String(answer.at("updatedAt"))), Date.parse(String(before["updatedAt"])))
      assert.lengthOf(entries, 1)
      const entry = recordOf(entries[0])
      assert.strictEqual(entry["action"], "benefit.changed")
      assert.deepStrictEqual(
        [recordOf(entry["before"])["propertyIds"], recordOf(entry["after"])["propertyIds"]],
        [[V1, V2].toSorted(), [V3]]
      )
      const again = yield* auditedBy(change("breakfast", { description: null, propertyIds: [V3], minTierLevel: 3 }))
      assert.deepStrictEqual([again.answer.body, again.entries], [answer.body, []])
    })
  )

  it.effect("scope global clears propertyIds; scope property requires them, else 400", () =>
    Effect.gen(function* () {
      yield* reset
      for (const [name, body] of [
        ["breakfast", { scope: "global", propertyIds: [V1] }],
        ["lounge", { scope: "property" }],
        ["lounge", { propertyIds: [V1] }]
      ] as const) {
        const answer = yield* change(name, body)
        assert.deepStrictEqual(
          [...statusAndCode(answer), answer.at("details.field")],
          [400, "invalid_parameter", "propertyIds"],
          JSON.stringify(body)
        )
      }
      const global = yield* change("breakfast", { scope: "global" })
      assert.deepStrictEqual([global.at("scope"), global.at("propertyIds")], ["global", []])
      const back = yield* change("breakfast", { scope: "property", propertyIds: [V2] })
      assert.deepStrictEqual([back.at("scope"), back.at("propertyIds")], ["property", [V2]])
      assert.strictEqual((yield* change("breakfast", { scope: "property" })).status, 200)
    })
  )

  it.effect("PAR-131: archives a benefit for good, or answers 409 resource_in_use while an entitlement is active", () =>
    Effect.gen(function* () {
      yield* reset
      const used = yield* loyalty("DELETE", pathOf("lounge"))
      assert.deepStrictEqual(
        [...statusAndCode(used), used.at("type"), used.at("details")],
        [409, "resource_in_use", "conflict_error", { usedBy: "entitlements" }]
      )
      const key = crypto.randomUUID()
      const { answer, entries } = yield* auditedBy(loyalty("DELETE", pathOf("transfer"), { key }))
      assert.deepStrictEqual([answer.status, answer.text], [204, ""])
      assert.deepStrictEqual(
        entries.map((entry) => recordOf(entry)["action"]),
        ["benefit.archived"]
      )
      const replayed = yield* loyalty("DELETE", pathOf("transfer"), { key })
      assert.deepStrictEqual([replayed.status, replayed.headers.get("x-idempotent-replay")], [204, "true"])
      const missing = refusal(yield* loyalty("GET", pathOf("nothing")))
      for (const call of [
        loyalty("GET", pathOf("transfer")),
        loyalty("DELETE", pathOf("transfer")),
        change("transfer", { name: "Again" }),
        loyalty("GET", pathOf("transfer", "/venue-overrides")),
        loyalty("PUT", overridePath("transfer", V1), { body: {} })
      ]) {
        assert.deepStrictEqual(refusal(yield* call), missing)
      }
      assert.notInclude(namesOf(yield* loyalty("GET", "/benefits?limit=100")), "Airport transfer")
      for (const name of ["lounge_2", "lounge_3"]) {
        yield* loyalty("PATCH", `/entitlements/${entitlements[name]}`, { body: { active: false } })
      }
      assert.strictEqual((yield* loyalty("DELETE", pathOf("lounge"))).status, 204)
    })
  )

  it.effect("PAR-139: a caller overrides benefits at the venues within reach; any other venue is the same 404", () =>
    Effect.gen(function* () {
      yield* reset
      const list = (as: "PA" | "PA_v1", name = "breakfast") => loyalty("GET", pathOf(name, "/venue-overrides"), { as })
      const put = (venueId: string, body: object, as: "PA" | "PA_v1" = "PA_v1") =>
        loyalty("PUT", overridePath("lounge", venueId), { as, body })
      assert.deepStrictEqual((yield* list("PA_v1", "lounge")).at("items"), [])
      assert.lengthOf((yield* list("PA", "lounge")).each("items"), 1)
      const { answer, entries } = yield* auditedBy(put(V1, { overriddenName: "Library" }))
      const set = { venueId: V1, overriddenName: "Library", overriddenDescription: null, enabled: true }
      assert.deepStrictEqual([answer.status, answer.body], [200, set])
      const { action, after, before, subject } = recordOf(entries[0])
      assert.deepStrictEqual(
        [entries.length, action, subject, before, after],
        [1, "benefit_override.set", `benefit:${benefits["lounge"]}`, null, set]
      )
      assert.lengthOf((yield* auditedBy(put(V1, { overriddenName: "Library", enabled: true }))).entries, 0)
      const replaced = yield* put(V1, { overriddenDescription: "Books", enabled: false })
      assert.deepStrictEqual(replaced.body, {
        ...set,
        overriddenName: null,
        overriddenDescription: "Books",
        enabled: false
      })
      assert.deepStrictEqual((yield* list("PA_v1", "lounge")).at("items"), [replaced.body])
      assert.deepStrictEqual((yield* list("PA", "lounge")).each("items", "venueId"), [V1, V2].toSorted())
      const missing = refusal(yield* put("unknown", {}))
      assert.deepStrictEqual([missing["status"], missing["code"], missing["details"]], [404, "not_found", undefined])
      for (const venueId of [V2, W1]) assert.deepStrictEqual(refusal(yield* put(venueId, {})), missing)
      for (const body of [{ overriddenName: "" }, { overriddenName: 1 }, { enabled: null }, { name: "x" }]) {
        assert.strictEqual((yield* put(V1, body)).status, 400, JSON.stringify(body))
      }
    })
  )

  it.effect("removes an override; a venue that has none, is out of reach or unknown is the same 404", () =>
    Effect.gen(function* () {
      yield* reset
      const remove = (venueId: string) => loyalty("DELETE", overridePath("breakfast", venueId), { as: "PA_v1" })
      const { answer, entries } = yield* auditedBy(remove(V1))
      assert.deepStrictEqual([answer.status, answer.text, entries.length], [204, "", 1])
      const missing = refusal(yield* remove(V1))
      assert.deepStrictEqual([missing["status"], missing["code"]], [404, "not_found"])
      for (const venueId of [V2, W1, "unknown"]) assert.deepStrictEqual(refusal(yield* remove(venueId)), missing)
      assert.deepStrictEqual((yield* loyalty("GET", pathOf("breakfast", "/venue-overrides"))).at("items"), [])
    })
  )

  it.effect("rebuilds arrival tasks for an override that changes name or offer, not for its description", () =>
    Effect.gen(function* () {
      yield* reset
      const path = overridePath("lounge", V1)
      const put = (body: object) => rebuildsBy(loyalty("PUT", path, { body }))
      const remove = rebuildsBy(loyalty("DELETE", path))
      assert.deepStrictEqual(
        [
          yield* put({ overriddenDescription: "Books" }),
          yield* put({ overriddenDescription: "Papers" }),
          yield* remove,
          yield* put({ overriddenName: "Library" }),
          yield* put({ overriddenName: "Library", overriddenDescription: "Books" }),
          yield* put({ enabled: false }),
          yield* remove,
          yield* put({ overriddenName: "Library" }),
          yield* remove
        ],
        [0, 0, 0, 1, 0, 1, 1, 1, 1]
      )
    })
  )

  it.effect(
    "PAR-126: replaying an override needs reach to its venue; replaying a benefit change needs all venues",
    () =>
      Effect.gen(function* () {
        yield* reset
        const [key, other] = [crypto.randomUUID(), crypto.randomUUID()]
        const body = { overriddenName: "Library" }
        yield* loyalty("PUT", overridePath("lounge", V1), { body, key })
        const narrow = yield* loyalty("PUT", overridePath("lounge", V1), { as: "PA_v1", body, key })
        assert.deepStrictEqual([narrow.status, narrow.headers.get("x-idempotent-replay")], [200, "true"])
        yield* loyalty("PATCH", pathOf("lounge"), { body: { name: "Salon" }, key: other })
        const refused = yield* loyalty("PATCH", pathOf("lounge"), { as: "PA_v1", body: { name: "Salon" }, key: other })
        assert.deepStrictEqual(statusAndCode(refused), [404, "not_found"])
      })
  )
})
