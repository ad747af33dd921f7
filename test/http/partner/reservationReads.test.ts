import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import type { MemberName } from "../../../src/demo/demoMembers.ts"
import { stays } from "../../../src/demo/stays.ts"
import { memberCalls } from "../../support/memberCalls.ts"
import { key, statusAndCode } from "../../support/partner.ts"
import { get, idOf, ids, listed, ofA, ofMember, ok, unlimited, walk } from "../../support/partnerReservations.ts"
import * as Service from "../../support/http/service.ts"

const { members } = demoIds
const { reservations: rows } = demoDataset(DateTime.nowUnsafe())

layer(Service.layer({ environment: unlimited }))("getReservation and listReservationsOfMember", (it) => {
  it.effect("PAR-049, PAR-058: returns a reservation by its id, even with a slash, space or #, as it is listed", () =>
    Effect.gen(function* () {
      const items = (yield* walk("limit=100")).flatMap((page) => page.each("items"))
      assert.isAbove(items.filter((item) => /[/ #]/u.test(String(Service.at(item, "reservationId")))).length, 10)
      for (const item of items) {
        assert.deepStrictEqual(ok(yield* get(String(Service.at(item, "reservationId")))).body, item)
      }
    })
  )

  it.effect("PAR-058: finds a reservation with another id by its internal UUID, in its organization only", () =>
    Effect.gen(function* () {
      const row = rows.find(({ externalId }) => externalId === idOf("pending")) ?? assert.fail("no such row")
      assert.isNotNull(row.uuid)
      for (const uuid of [row.uuid ?? "", row.uuid?.toUpperCase() ?? ""]) {
        assert.strictEqual(ok(yield* get(uuid)).at("reservationId"), idOf("pending"))
        assert.deepStrictEqual(statusAndCode(yield* get(uuid, key("PB"))), [404, "not_found"])
      }
    })
  )

  it.effect("PAR-007: an unknown, foreign or unreachable id is the same 404; too long or with NUL it is 400", () =>
    Effect.gen(function* () {
      const narrow = key("PA_v1")
      const missing = yield* get("no such number", narrow)
      assert.deepStrictEqual(statusAndCode(missing), [404, "not_found"])
      for (const id of [
        idOf("w1_acknowledged"),
        idOf("acknowledged_by_operator"),
        "%",
        "10001",
        "é/..",
        "x".repeat(1000)
      ]) {
        const answer = yield* get(id, narrow)
        assert.deepStrictEqual([answer.status, answer.at("message")], [404, missing.at("message")], id)
        assert.deepStrictEqual([...answer.headers.keys()], [...missing.headers.keys()])
      }
      for (const id of ["x".repeat(1001), "a\u0000b"]) {
        assert.deepStrictEqual(statusAndCode(yield* get(id, narrow)), [400, "invalid_parameter"])
      }
    })
  )

  it.effect("PAR-058, DOMAIN 11.5: a stay has the same id, dates, status and points in the member API", () =>
    Effect.gen(function* () {
      const seen = new Set<string>()
      for (const name of ["M1", "M2"] as const satisfies ReadonlyArray<MemberName>) {
        const own = yield* memberCalls(name).get("/reservations?limit=100&sortBy=checkInDate")
        const partnerItems = ok(yield* ofMember(members[name], key("PADM"))).each("items")
        const byId = new Map(
          partnerItems.map((item) => [
            `${String(Service.at(item, "property.id"))} ${String(Service.at(item, "reservationId"))}`,
            item
          ])
        )
        assert.isAbove(own.each("items").length, 15)
        for (const item of own.each("items")) {
          const id = `${String(Service.at(item, "property.documentId"))} ${String(Service.at(item, "reservationId"))}`
          const partnerItem = byId.get(id)
          for (const field of [
            "reservationId",
            "checkInDate",
            "checkOutDate",
            "status",
            "guestCount",
            "pointsStatus"
          ]) {
            assert.deepStrictEqual(Service.at(partnerItem, field), Service.at(item, field), `${id} ${field}`)
          }
          assert.strictEqual(Service.at(partnerItem, "property.name"), Service.at(item, "property.name"))
          assert.strictEqual(Service.at(partnerItem, "member.externalId"), members[name])
          const { basePoints, finalized } = Service.recordOf(Service.at(item, "pointsStatus"))
          seen.add(`${String(Service.at(item, "status"))} ${String(finalized)} ${Number(basePoints) > 0}`)
        }
      }
      // Not finalised, finalised, cancelled before and after that, and an inquiry.
      for (const standing of [
        "confirmed false true",
        "other true true",
        "cancelled false false",
        "cancelled true true",
        "inquiry false false"
      ]) {
        assert.include([...seen], standing)
      }
      const unknown = ok(yield* get(idOf("spend_unknown")))
      assert.deepInclude(unknown.at("pointsStatus"), { basePoints: 0, totalPoints: 0, finalized: false })
    })
  )

  it.effect("PAR-139: lists a member's stays at venues within reach; a member without any there is 404", () =>
    Effect.gen(function* () {
      const narrow = key("PA_v1")
      const of = (name: MemberName, ...venueNames: ReadonlyArray<string>) =>
        ids(stays.filter((stay) => stay.member === name && venueNames.includes(stay.venue)))
      const all = ok(yield* ofMember(members.M1))
      assert.hasAllKeys(all.body, ["items", "total", "limit", "offset"])
      assert.sameMembers(listed(all), of("M1", "V1", "V2", "V3"))
      assert.strictEqual(all.at("total"), listed(all).length)
      const some = ok(yield* ofMember(members.M1, narrow))
      assert.sameMembers(listed(some), of("M1", "V1"))
      assert.strictEqual(some.at("total"), listed(some).length)
      assert.sameMembers(listed(ok(yield* ofMember(members.M3))), of("M3", "V2"))
      const missing = yield* ofMember("01KDVDNA00ZZZZZZZZZZZZZZZZ", narrow)
      assert.deepStrictEqual(statusAndCode(missing), [404, "not_found"])
      for (const member of [members.M3, members.M9, members.M_new]) {
        const answer = yield* ofMember(member, narrow)
        assert.deepStrictEqual(
          [answer.status, answer.at("message"), [...answer.headers.keys()]],
          [404, missing.at("message"), [...missing.headers.keys()]]
        )
      }
      assert.deepStrictEqual(statusAndCode(yield* ofMember(members.M9)), [404, "not_found"])
      assert.sameMembers(listed(ok(yield* ofMember(members.M2, key("PB")))), of("M2", "W1"))
      const closed = ok(yield* ofMember(members.M_closed))
      assert.deepStrictEqual(closed.each("items", "member.tierName"), [null])
    })
  )

  it.effect("PAR-050, PAR-058: pages a member's stays by offset and filters them by status", () =>
    Effect.gen(function* () {
      const whole = listed(ok(yield* ofMember(members.M1)))
      const second = ok(yield* ofMember(members.M1, key("PA"), "?limit=5&offset=5"))
      assert.deepStrictEqual(listed(second), whole.slice(5, 10))
      assert.deepStrictEqual([second.at("limit"), second.at("offset"), second.at("total")], [5, 5, whole.length])
      const cancelled = ok(yield* ofMember(members.M1, key("PA"), "?limit=100&status=cancelled,inquiry"))
      const expected = ids(
        ofA.filter(({ member, status }) => member === "M1" && (status === "cancelled" || status === "inquiry"))
      )
      assert.sameMembers(listed(cancelled), expected)
      assert.strictEqual(cancelled.at("total"), expected.length)
    })
  )

  it.effect("PAR-005, PAR-043: the member is a ULID in any letter case; a number or other text is 400", () =>
    Effect.gen(function* () {
      const upper = ok(yield* ofMember(members.M1))
      assert.deepStrictEqual((yield* ofMember(members.M1.toLowerCase())).body, upper.body)
      const id = members.M1
      for (const bad of [
        "17",
        "601",
        id.slice(1),
        `${id}0`,
        `${id.slice(0, 25)}I`,
        `${id.slice(0, 25)}U`,
        `8${id.slice(1)}`
      ]) {
        assert.deepStrictEqual(statusAndCode(yield* ofMember(bad)), [400, "invalid_parameter"], bad)
      }
    })
  )
})
