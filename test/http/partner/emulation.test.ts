import { assert, layer } from "@effect/vitest"
import { type DateTime, Effect } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { venues as demoVenues } from "../../../src/demo/venues.ts"
import { partnerScopes } from "../../../src/domain/access/partnerScopes.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { key, operator, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { arrivals, organizations, venues } = demoIds
const { V1, V2, V3, W1 } = venues

const ofA = { "x-emulate-org-id": organizations.A }
const ofB = { "x-emulate-org-id": organizations.B }
const at = (...ids: ReadonlyArray<string>) => ({ "x-emulate-property-ids": ids.join(",") })

const venuesIn = Effect.fnUntraced(function* (headers: Record<string, string>, query = "") {
  const { get } = yield* partner
  const answer = yield* get(`/arrivals?limit=100&status=open,acknowledged,completed,withdrawn${query}`, headers)
  assert.strictEqual(answer.status, 200, answer.text)
  return [...new Set(answer.each("items", "propertyId"))].toSorted()
})

layer(Service.layer())("organizationId", (it) => {
  it.effect("PAR-003, GEN-003: any organizationId is ignored from callers of one organization", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      for (const value of [organizations.B, organizations.A, "garbage", "", "%00", "a&organizationId=b"]) {
        for (const caller of [key("PA"), yield* operator("OT_A"), key("PADM_A")]) {
          assert.deepStrictEqual(yield* venuesIn(caller, `&organizationId=${value}`), [V1, V2, V3].toSorted())
          const scope = yield* get(`/scope?organizationId=${value}`, caller)
          assert.strictEqual(scope.at("organization.id"), organizations.A)
        }
      }
    })
  )

  it.effect("PAR-004, A-31: narrows global staff, who read every organization, to one", () =>
    Effect.gen(function* () {
      for (const staff of [key("PADM"), yield* operator("OT_staff")]) {
        assert.deepStrictEqual(yield* venuesIn(staff), [V1, V2, V3, W1].toSorted())
        assert.deepStrictEqual(yield* venuesIn(staff, `&organizationId=${organizations.B}`), [W1])
      }
    })
  )

  it.effect("PAR-004: an organizationId that is not exactly one organization is 404 for global staff", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      for (const value of ["unknown", "", "%00", "1", `${organizations.A}&organizationId=${organizations.B}`]) {
        const answer = yield* get(`/arrivals?organizationId=${value}`, key("PADM"))
        assert.deepStrictEqual(
          [...statusAndCode(answer), answer.at("type")],
          [404, "not_found", "not_found_error"],
          value
        )
      }
    })
  )

  it.effect("A-31: global staff read across organizations, but write only with the organizationId of the task", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const task = arrivals["w1_m2"] ?? ""
      assert.strictEqual((yield* get(`/arrivals/${task}`, key("PADM"))).status, 200)
      const withoutId = yield* post(`/arrivals/${task}/ack`, key("PADM"))
      assert.deepStrictEqual(
        [...statusAndCode(withoutId), withoutId.at("details.reason")],
        [403, "no_organization", "organization_required"]
      )
      const wrong = yield* post(`/arrivals/${task}/ack?organizationId=${organizations.A}`, key("PADM"))
      assert.deepStrictEqual(statusAndCode(wrong), [404, "not_found"])
      const right = yield* post(`/arrivals/${task}/ack?organizationId=${organizations.B}`, key("PADM"))
      assert.deepStrictEqual([right.status, right.at("acknowledgedBy.name")], [200, "PADM"])
    })
  )
})

layer(Service.layer())("emulation", (it) => {
  it.effect("PAR-095: narrows global staff to an organization, and further to venues of it", () =>
    Effect.gen(function* () {
      const staff = yield* operator("OT_staff")
      assert.deepStrictEqual(yield* venuesIn({ ...staff, ...ofA }), [V1, V2, V3].toSorted())
      assert.deepStrictEqual(yield* venuesIn({ ...staff, ...ofB }), [W1])
      assert.deepStrictEqual(yield* venuesIn({ ...staff, ...ofA, ...at(V1) }), [V1])
      assert.deepStrictEqual(
        yield* venuesIn({ ...staff, ...ofA, "x-emulate-property-ids": ` ${V1} , ${V3} ` }),
        [V1, V3].toSorted()
      )
    })
  )

  it.effect("PAR-095, A-97: emulation of an organization excludes the venues of others and adds no scope", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const staff = yield* operator("OT_staff", { permissions: ["partner:arrivals:read"] })
      assert.deepStrictEqual(yield* venuesIn({ ...staff, ...ofA, ...at(W1) }), [])
      assert.deepStrictEqual(yield* venuesIn({ ...staff, ...ofA, ...at(W1, V1, "unknown") }), [V1])
      const scope = yield* get("/scope", { ...staff, ...ofA, ...at(V1, W1) })
      assert.deepStrictEqual(scope.at("scopes"), ["partner:arrivals:read"])
      assert.deepStrictEqual(scope.at("emulation"), { organizationId: organizations.A, propertyIds: [V1] })
      assert.deepStrictEqual([scope.each("venues", "id"), scope.at("allVenues")], [[V1], false])
      const foreign = yield* get(`/arrivals/${arrivals["w1_open"]}`, { ...staff, ...ofA })
      assert.deepStrictEqual(statusAndCode(foreign), [404, "not_found"])
    })
  )

  it.effect("PAR-095, A-97: staff of one organization see no data when they emulate another or an unknown one", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      assert.deepStrictEqual(yield* venuesIn({ ...key("PADM_A"), ...ofA }), [V1, V2, V3].toSorted())
      for (const elsewhere of [ofB, { "x-emulate-org-id": "unknown" }]) {
        const headers = { ...key("PADM_A"), ...elsewhere }
        assert.deepStrictEqual(yield* venuesIn(headers), [])
        assert.deepStrictEqual(yield* venuesIn({ ...headers, ...at(V1, W1) }), [])
        for (const task of ["open", "w1_open"]) {
          assert.deepStrictEqual(statusAndCode(yield* get(`/arrivals/${arrivals[task]}`, headers)), [404, "not_found"])
        }
        assert.strictEqual((yield* post(`/arrivals/${arrivals["open"]}/ack`, headers)).status, 403)
        const scope = yield* get("/scope", headers)
        assert.deepStrictEqual([scope.at("organization"), scope.at("venues"), scope.at("allVenues")], [null, [], false])
        assert.deepStrictEqual(scope.at("scopes"), [...partnerScopes])
      }
    })
  )

  it.effect("PAR-095, A-09: emulation by anyone but staff is 403 emulation_not_allowed", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      for (const caller of [key("PA"), key("PA_v1"), yield* operator("OT_A"), yield* operator("OT_noorg")]) {
        for (const headers of [ofA, ofB, at(V1), { ...ofA, ...at(V1) }]) {
          for (const path of ["/arrivals", "/scope"]) {
            const answer = yield* get(path, { ...caller, ...headers })
            assert.deepStrictEqual(
              [...statusAndCode(answer), answer.at("type")],
              [403, "emulation_not_allowed", "permission_error"]
            )
            assert.strictEqual(answer.at("details.reason"), "staff_only")
          }
        }
      }
    })
  )

  it.effect("PAR-095: venues without an organization and an empty list are 400, an unknown organization 404", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const venuesOnly = yield* get("/arrivals", { ...key("PADM"), ...at(V1) })
      assert.deepStrictEqual(
        [...statusAndCode(venuesOnly), venuesOnly.at("errors.0.field")],
        [400, "invalid_parameter", "X-Emulate-Org-Id"]
      )
      for (const empty of ["", " , ,"]) {
        const answer = yield* get("/arrivals", { ...key("PADM"), ...ofA, "x-emulate-property-ids": empty })
        assert.deepStrictEqual(
          [...statusAndCode(answer), answer.at("errors.0.field")],
          [400, "invalid_parameter", "X-Emulate-Property-Ids"]
        )
      }
      const unknown = yield* get("/arrivals", { ...key("PADM"), "x-emulate-org-id": "unknown" })
      assert.deepStrictEqual(statusAndCode(unknown), [404, "not_found"])
    })
  )

  it.effect("PAR-095: another organizationId than the emulated one is 403 for global staff, ignored for others", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const headers = { ...key("PADM"), ...ofA }
      const other = yield* get(`/arrivals?organizationId=${organizations.B}`, headers)
      assert.deepStrictEqual(
        [...statusAndCode(other), other.at("details.reason")],
        [403, "emulation_not_allowed", "organization_mismatch"]
      )
      assert.deepStrictEqual(yield* venuesIn(headers, `&organizationId=${organizations.A}`), [V1, V2, V3].toSorted())
      const ignored = { ...key("PADM_A"), ...ofA }
      assert.deepStrictEqual(yield* venuesIn(ignored, `&organizationId=${organizations.B}`), [V1, V2, V3].toSorted())
    })
  )

  it.effect("PAR-095: emulating staff write at the emulated venues only", () =>
    Effect.gen(function* () {
      const { post } = yield* partner
      const headers = { ...(yield* operator("OT_staff")), ...ofA, ...at(V1) }
      assert.strictEqual((yield* post(`/arrivals/${arrivals["open"]}/ack`, headers)).status, 200)
      assert.strictEqual((yield* post(`/arrivals/${arrivals["m3"]}/ack`, headers)).status, 404)
    })
  )
})

/** The demo data, in which the staff key of A and global staff reach V1 only. */
const withStaffOfV1 = (now: DateTime.Utc): Dataset => {
  const demo = demoDataset(now)
  const reach = { allVenues: false, venueIds: [demoVenues.V1.id] }
  return {
    ...demo,
    apiKeys: demo.apiKeys.map((row) => (row.name === "PADM_A" ? { ...row, ...reach } : row)),
    operators: demo.operators.map((row) => (row.isStaff ? { ...row, ...reach } : row))
  }
}

layer(Service.layer({ dataset: withStaffOfV1 }))("staff restricted to venues", (it) => {
  const scopeOf = Effect.fnUntraced(function* (headers: Record<string, string>, query = "") {
    const { get } = yield* partner
    const answer = yield* get(`/scope${query}`, headers)
    assert.strictEqual(answer.status, 200, answer.text)
    return { venues: answer.each("venues", "id"), allVenues: answer.at("allVenues") }
  })

  it.effect("PAR-095: emulation never widens the venues of staff, whether of one organization or global", () =>
    Effect.gen(function* () {
      for (const staff of [key("PADM_A"), yield* operator("OT_staff")]) {
        for (const narrowed of [ofA, { ...ofA, ...at(V1, V2) }]) {
          const headers = { ...staff, ...narrowed }
          assert.deepStrictEqual(yield* scopeOf(headers), { venues: [V1], allVenues: false })
          assert.deepStrictEqual(yield* venuesIn(headers), [V1])
        }
        const elsewhere = { ...staff, ...ofA, ...at(V2) }
        assert.deepStrictEqual(yield* scopeOf(elsewhere), { venues: [], allVenues: false })
        assert.deepStrictEqual(yield* venuesIn(elsewhere), [])
      }
    })
  )

  it.effect("PAR-004: organizationId never widens the venues of global staff", () =>
    Effect.gen(function* () {
      const staff = yield* operator("OT_staff")
      const query = `organizationId=${organizations.A}`
      assert.deepStrictEqual(yield* scopeOf(staff, `?${query}`), { venues: [V1], allVenues: false })
      assert.deepStrictEqual(yield* venuesIn(staff, `&${query}`), [V1])
    })
  )
})
