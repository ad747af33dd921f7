import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { binaryOrder } from "../../../src/layers/memory/binaryOrder.ts"
import { isFailure, key, operator, partner, statusAndCode } from "../../support/partner.ts"
import {
  cursorOf,
  ids,
  isReservation,
  list,
  listed,
  ofA,
  reader,
  unlimited,
  walk
} from "../../support/partnerReservations.ts"
import * as Service from "../../support/http/service.ts"

const { members, venues } = demoIds
const { V1, V2 } = venues

layer(Service.layer({ environment: unlimited }))("listVenueReservations", (it) => {
  it.effect("PAR-049, PAR-058: lists reservations in the documented shape, with UUID v7, ULID and PMS ids", () =>
    Effect.gen(function* () {
      const first = yield* list()
      assert.hasAllKeys(first.body, ["items", "nextCursor", "limit", "offset"])
      assert.deepStrictEqual([first.at("limit"), first.at("offset"), first.each("items").length], [25, 0, 25])
      const items = (yield* walk("limit=100")).flatMap((page) => page.each("items"))
      assert.isAtLeast(items.length, 120)
      for (const item of items) assert.isTrue(isReservation(item), JSON.stringify(item))
      const all = items.map((item) => String(Service.at(item, "reservationId")))
      const kinds = [
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u,
        /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/u,
        /^PMS-/u
      ]
      for (const kind of kinds) assert.isAbove(all.filter((id) => kind.test(id)).length, 20, kind.source)
      assert.sameMembers(
        [...new Set(items.map((item) => Service.at(item, "status")))],
        ["confirmed", "pending", "cancelled", "inquiry", "other"]
      )
    })
  )

  it.effect("PAR-006, PAR-058: an item has exactly the documented fields", () =>
    Effect.gen(function* () {
      const [item] = (yield* list(`?limit=100&memberExternalId=${members.M1}&status=confirmed`)).each("items")
      assert.sameMembers(
        [...Service.keysOf(item)],
        [
          "reservationId",
          "status",
          "pmsStatus",
          "confirmationCode",
          "checkInDate",
          "checkOutDate",
          "guestCount",
          "bookingChannel",
          "property",
          "member",
          "pointsStatus",
          "createdAt",
          "updatedAt"
        ]
      )
      const fieldsOf = (path: string) => [...Service.keysOf(Service.at(item, path))]
      assert.sameMembers(fieldsOf("property"), ["id", "name"])
      assert.sameMembers(fieldsOf("member"), ["externalId", "firstName", "lastName", "tierName"])
      assert.sameMembers(fieldsOf("pointsStatus"), ["totalPoints", "basePoints", "multiplier", "finalized"])
      assert.deepStrictEqual(Service.at(item, "member"), {
        externalId: members.M1,
        firstName: "Member",
        lastName: "One",
        tierName: "Silver"
      })
    })
  )

  it.effect("PAR-050: limit is 1 to 100; query values malformed or out of bounds are 400", () =>
    Effect.gen(function* () {
      const { get: send } = yield* partner
      for (const limit of [1, 100]) {
        assert.strictEqual((yield* list(`?limit=${limit}`)).each("items").length, limit)
      }
      for (const query of [
        "limit=0",
        "limit=101",
        "limit=-1",
        "limit=1.5",
        "limit=x",
        "limit=",
        "limit=5&limit=5",
        "offset=-1",
        "offset=x",
        "offset=1000001",
        "status=CONFIRMED",
        "status=",
        "checkInFrom=2026-02-30",
        "checkInTo=tomorrow",
        "checkInFrom=2026-05-02&checkInTo=2026-05-01",
        "memberExternalId=17",
        `memberExternalId=${members.M1}0`,
        "memberExternalId=",
        "updatedSince=yesterday",
        "propertyIds=",
        `propertyIds=${Array.from({ length: 101 }, (_, n) => `p${n}`).join(",")}`,
        `cursor=${"x".repeat(4097)}`,
        "cursor=a&cursor=b"
      ]) {
        const answer = yield* send(`/reservations?${query}`, reader)
        assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], query)
        assert.isTrue(isFailure(answer))
      }
    })
  )

  it.effect(
    "PAR-051: nextCursor is always present, null at the end; a walk returns each reservation exactly once",
    () =>
      Effect.gen(function* () {
        for (const limit of [7, 50, 100]) {
          const pages = yield* walk(`limit=${limit}`)
          for (const page of pages) assert.property(page.body, "nextCursor")
          const last = pages.at(-1)
          assert.isNull(last?.at("nextCursor"))
          assert.deepStrictEqual(
            pages
              .slice(0, -1)
              .map((page) => page.each("items").length)
              .every((n) => n === limit),
            true
          )
          const all = pages.flatMap(listed)
          assert.strictEqual(new Set(all).size, all.length)
          assert.sameMembers(all, ids(ofA))
        }
        const whole = ids(ofA).length
        const exact = yield* list(`?limit=10&offset=${whole - 10}`)
        assert.deepStrictEqual([exact.each("items").length, exact.at("nextCursor")], [10, null])
        const empty = yield* list("?checkInFrom=2100-01-01")
        assert.deepStrictEqual(empty.body, { items: [], nextCursor: null, limit: 25, offset: 0 })
      })
  )

  it.effect("PAR-052, PAR-054: with a cursor offset is ignored and reads 0; without one it applies and is echoed", () =>
    Effect.gen(function* () {
      const first = yield* list("?limit=10")
      const cursor = cursorOf(first)
      const second = yield* list(`?limit=10&cursor=${cursor}`)
      assert.strictEqual(second.at("offset"), 0)
      for (const offset of [50, 999]) {
        assert.deepStrictEqual((yield* list(`?limit=10&cursor=${cursor}&offset=${offset}`)).body, second.body)
      }
      const skipped = yield* list("?limit=10&offset=5")
      assert.strictEqual(skipped.at("offset"), 5)
      assert.deepStrictEqual(listed(skipped), [...listed(first), ...listed(second)].slice(5, 15))
      const continued = yield* list(`?limit=10&cursor=${cursorOf(skipped)}`)
      assert.deepStrictEqual(listed(continued), listed(yield* list("?limit=10&offset=15")))
      const beyond = yield* list("?offset=1000000")
      assert.deepStrictEqual(
        [beyond.each("items"), beyond.at("nextCursor"), beyond.at("offset")],
        [[], null, 1_000_000]
      )
    })
  )

  it.effect("PAR-053: orders all pages by check-in date, null last, then by id in binary order", () =>
    Effect.gen(function* () {
      const pages = yield* walk("limit=9")
      const places = pages.flatMap((page) =>
        page.each("items").map((item) => {
          const date = Service.at(item, "checkInDate")
          return `${date === null ? "9999-99-99" : String(date)} ${String(Service.at(item, "reservationId"))}`
        })
      )
      assert.deepStrictEqual(places, places.toSorted(binaryOrder))
      assert.notDeepEqual(
        places,
        places.toSorted((a, b) => a.localeCompare(b, "en"))
      )
      assert.isAbove(places.filter((place) => place.startsWith("9999")).length, 3)
      assert.isBelow(new Set(places.map((place) => place.slice(0, 10))).size, places.length - 20)
    })
  )

  it.effect("PAR-055, A-05, A-06: a cursor that is malformed, foreign or of other filters returns the first page", () =>
    Effect.gen(function* () {
      const first = yield* list("?limit=10")
      const cursor = cursorOf(first)
      const foreign = cursorOf(yield* list("?limit=3", key("PB")))
      const filtered = cursorOf(yield* list("?limit=10&status=confirmed,other"))
      const spanning = cursorOf(yield* list("?limit=10", key("PADM")))
      const json = Buffer.from(JSON.stringify({ checkIn: "2026-01-01", id: 1 })).toString("base64url")
      const malformed = {
        empty: "",
        garbage: "garbage",
        "base64 of other JSON": json,
        "the same with the prefix": `c1.${json}`,
        "one character off": `${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`,
        "cut off": cursor.slice(0, -4),
        extended: `${cursor}AAAA`,
        "another organization's": foreign,
        "other filters'": filtered,
        "global staff's": spanning,
        "with a NUL": "%00",
        "not UTF-8": "%ff%fe",
        "very long": "x".repeat(4096),
        "very long with the prefix": `c1.${"A".repeat(4093)}`
      }
      for (const [name, bad] of Object.entries(malformed)) {
        assert.deepStrictEqual((yield* list(`?limit=10&cursor=${bad}`)).body, first.body, name)
        assert.deepStrictEqual((yield* list(`?limit=10&cursor=${bad}&offset=50`)).body, first.body, name)
      }
      const narrow = yield* list("?limit=10&status=confirmed")
      assert.deepStrictEqual((yield* list(`?limit=10&status=confirmed&cursor=${cursor}`)).body, narrow.body)
      const venue = yield* list(`?limit=10&propertyIds=${V1}`)
      assert.deepStrictEqual((yield* list(`?limit=10&propertyIds=${V1}&cursor=${cursor}`)).body, venue.body)
    })
  )

  it.effect("PAR-055: a cursor is valid for respelled filters, another limit and another key of the organization", () =>
    Effect.gen(function* () {
      const query = `propertyIds=${V1},${V2}&status=confirmed,other`
      const respelled = `propertyIds=${V2}&propertyIds=${V1}&propertyIds=${V1}&status=other&status=confirmed`
      const first = yield* list(`?limit=4&${query}`)
      const cursor = cursorOf(first)
      const next = yield* list(`?limit=4&${query}&cursor=${cursor}`)
      assert.notDeepEqual(listed(next), listed(first))
      assert.deepStrictEqual((yield* list(`?limit=4&${respelled}&cursor=${cursor}`)).body, next.body)
      assert.deepStrictEqual(listed(yield* list(`?limit=2&${query}&cursor=${cursor}`)), listed(next).slice(0, 2))
      assert.deepStrictEqual((yield* list(`?limit=4&${query}&cursor=${cursor}`, key("PA"))).body, next.body)
      assert.deepStrictEqual(
        (yield* list(`?limit=4&${query}&cursor=${cursor}`, yield* operator("OT_A"))).body,
        next.body
      )
      const upper = cursorOf(yield* list(`?limit=2&memberExternalId=${members.M1}`))
      const lower = members.M1.toLowerCase()
      assert.strictEqual((yield* list(`?limit=2&memberExternalId=${lower}&cursor=${upper}`)).each("items").length, 2)
    })
  )
})
