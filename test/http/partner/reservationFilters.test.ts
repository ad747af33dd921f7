import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { stays } from "../../../src/demo/stays.ts"
import { key, operator, partner, statusAndCode } from "../../support/partner.ts"
import {
  get,
  idOf,
  ids,
  isOf,
  list,
  listed,
  ofA,
  ofMember,
  ok,
  reader,
  unlimited,
  walk
} from "../../support/partnerReservations.ts"
import * as Service from "../../support/http/service.ts"

const { members, organizations, venues } = demoIds
const { V1, V2, V3, W1 } = venues

layer(Service.layer({ environment: unlimited }))("listVenueReservations, filtered", (it) => {
  it.effect("PAR-056, PAR-057, A-32: a venue out of reach, foreign or unknown is 403, alone or among others", () =>
    Effect.gen(function* () {
      const { get: send } = yield* partner
      const narrow = key("PA_v1")
      const messages = new Set<unknown>()
      for (const [headers, query] of [
        [narrow, `propertyIds=${V2}`],
        [narrow, `propertyIds=${V1},${V2}`],
        [narrow, `propertyIds=${V1}&propertyIds=${V2}`],
        [narrow, `propertyIds=${W1}`],
        [narrow, "propertyIds=unknown"],
        [reader, `propertyIds=${W1}`],
        [reader, `propertyIds=unknown`],
        [reader, `propertyIds=${V1},unknown`]
      ] as const) {
        const answer = yield* send(`/reservations?${query}`, headers)
        assert.deepStrictEqual(statusAndCode(answer), [403, "property_out_of_scope"], query)
        messages.add(answer.at("message"))
      }
      assert.strictEqual(messages.size, 1)
      const venuesOf = (answer: Service.Answer) => [...new Set(answer.each("items", "property.id"))].toSorted()
      assert.deepStrictEqual(venuesOf(yield* list(`?limit=100&propertyIds=${V1}`, narrow)), [V1])
      for (const query of [`propertyIds=${V1},${V3}`, `propertyIds=${V3}&propertyIds=${V1}`]) {
        const some = (yield* walk(`limit=100&${query}`)).flatMap(listed)
        assert.sameMembers(some, ids(stays.filter(isOf("V1", "V3"))))
      }
    })
  )

  it.effect("PAR-001, PAR-002: lists reservations of the key's organization at venues within its reach", () =>
    Effect.gen(function* () {
      const ofB = (yield* walk("limit=100", key("PB"))).flatMap(listed)
      assert.sameMembers(ofB, ids(stays.filter(isOf("W1"))))
      const atV1 = yield* walk("limit=100", key("PA_v1"))
      assert.sameMembers(atV1.flatMap(listed), ids(stays.filter(isOf("V1"))))
      assert.deepStrictEqual([...new Set(atV1.flatMap((page) => page.each("items", "property.name")))], ["Venue V1"])
    })
  )

  it.effect("PAR-058: filters by status, check-in dates, member and updatedSince", () =>
    Effect.gen(function* () {
      const found = (query: string) => Effect.map(walk(`limit=100&${query}`), (pages) => pages.flatMap(listed))
      for (const status of ["confirmed", "pending", "cancelled", "inquiry", "other"]) {
        assert.sameMembers(yield* found(`status=${status}`), ids(ofA.filter((stay) => stay.status === status)))
      }
      const two = ids(ofA.filter(({ status }) => status === "pending" || status === "inquiry"))
      assert.sameMembers(yield* found("status=pending&status=inquiry"), two)
      assert.sameMembers(yield* found("status=inquiry,pending,inquiry"), two)
      const slowly = yield* walk("limit=3&status=inquiry,pending,inquiry&status=pending")
      assert.sameMembers(slowly.flatMap(listed), two)
      assert.sameMembers(
        yield* found(`memberExternalId=${members.M2}`),
        ids(ofA.filter(({ member }) => member === "M2"))
      )
      assert.deepStrictEqual(yield* found(`memberExternalId=${members.M9}`), [])
      const all = (yield* walk("limit=100")).flatMap((page) => page.each("items"))
      const [, , , , , middle] = [...new Set(all.map((item) => Service.at(item, "checkInDate")))]
      const date = String(middle)
      const on = (is: (checkIn: string) => boolean) =>
        all.flatMap((item) => {
          const checkIn = Service.at(item, "checkInDate")
          return typeof checkIn === "string" && is(checkIn) ? [String(Service.at(item, "reservationId"))] : []
        })
      assert.deepStrictEqual(
        yield* found(`checkInFrom=${date}`),
        on((checkIn) => checkIn >= date)
      )
      assert.deepStrictEqual(
        yield* found(`checkInTo=${date}`),
        on((checkIn) => checkIn <= date)
      )
      assert.deepStrictEqual(
        yield* found(`checkInFrom=${date}&checkInTo=${date}`),
        on((checkIn) => checkIn === date)
      )
      const updated = all.map((item) => String(Service.at(item, "updatedAt"))).toSorted()
      const since = updated[Math.floor(updated.length / 2)] ?? assert.fail("no reservation")
      const recent = yield* found(`updatedSince=${since}`)
      assert.strictEqual(recent.length, updated.filter((moment) => moment >= since).length)
      assert.isBelow(recent.length, all.length)
      assert.deepStrictEqual(yield* found("updatedSince=2100-01-01"), [])
    })
  )

  it.effect("PAR-003, PAR-004, A-31: organizationId applies to global staff only, who read all without it", () =>
    Effect.gen(function* () {
      const { get: send } = yield* partner
      const own = (yield* walk("limit=100")).flatMap(listed)
      for (const headers of [reader, key("PADM_A")]) {
        for (const value of [organizations.B, "garbage", ""]) {
          const pages = yield* walk(`limit=100&organizationId=${value}`, headers)
          assert.deepStrictEqual(pages.flatMap(listed), own)
        }
      }
      const staff = key("PADM")
      const ofB = yield* walk(`limit=100&organizationId=${organizations.B}`, staff)
      assert.sameMembers(ofB.flatMap(listed), ids(stays.filter(isOf("W1"))))
      const all = (yield* walk("limit=13", staff)).flatMap((page) => page.each("items"))
      assert.sameMembers(
        all.map((item) => String(Service.at(item, "reservationId"))),
        ids(stays)
      )
      const shared = all.filter((item) => Service.at(item, "reservationId") === "PMS-7001")
      assert.sameMembers(
        shared.map((item) => Service.at(item, "property.id")),
        [V1, W1]
      )
      assert.deepStrictEqual(statusAndCode(yield* send("/reservations?organizationId=unknown", staff)), [
        404,
        "not_found"
      ])
      const narrowed = yield* walk(`limit=100&propertyIds=${W1},${V2}`, staff)
      assert.sameMembers(narrowed.flatMap(listed), ids(stays.filter(isOf("W1", "V2"))))
      assert.strictEqual((yield* get("PMS-7001", staff)).at("property.id"), V1)
      assert.strictEqual((yield* get("PMS-7001", staff, `?organizationId=${organizations.B}`)).at("property.id"), W1)
    })
  )

  it.effect("PAR-106: needs partner:reservations:read; a member's stays also need partner:guests:read", () =>
    Effect.gen(function* () {
      const { get: send } = yield* partner
      for (const path of ["/reservations", `/reservations/${idOf("open")}`]) {
        const refused = yield* send(path, key("PA_guests"))
        assert.deepStrictEqual(statusAndCode(refused), [403, "insufficient_scope"])
        assert.deepStrictEqual(refused.at("details.requiredScopes"), ["partner:reservations:read"])
      }
      const needed = ["partner:guests:read", "partner:reservations:read"]
      for (const headers of [reader, key("PA_guests")]) {
        const refused = yield* ofMember(members.M1, headers)
        assert.deepStrictEqual(statusAndCode(refused), [403, "insufficient_scope"])
        assert.deepStrictEqual(refused.at("details.requiredScopes"), needed)
      }
      ok(yield* ofMember(members.M1, yield* operator("OT_A", { permissions: needed })))
    })
  )

  it.effect("PAR-106: POST, PUT, PATCH and DELETE answer 405", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const path of ["", `/${idOf("open")}`]) {
        for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
          const answer = yield* call(method, `/v1/partner/reservations${path}`, {
            headers: { ...key("PA"), "idempotency-key": crypto.randomUUID() },
            body: { status: "cancelled" }
          })
          assert.deepStrictEqual(statusAndCode(answer), [405, "method_not_allowed"], `${method} ${path}`)
        }
      }
    })
  )
})
