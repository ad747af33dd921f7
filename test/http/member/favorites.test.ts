import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import type { MemberName } from "../../../src/demo/demoMembers.ts"
import { type VenueName, venueDocumentId, venues } from "../../../src/demo/venues.ts"
import * as Member from "../../support/member.ts"
import { Service } from "../../support/service.ts"

const path = "/v1/members/me/collections/favorites"
const { bearer, dataset, isFailure, tokenFor } = Member

const call = Effect.fnUntraced(function* (method: string, at: string, as: MemberName, body?: unknown) {
  const service = yield* Service
  return yield* service.call(method, at, {
    headers: bearer(yield* tokenFor(as)),
    ...(body === undefined ? {} : { body })
  })
})

const list = (as: MemberName, query = "") => call("GET", `${path}${query}`, as)
const status = (as: MemberName, id: string) => call("GET", `${path}/${encodeURIComponent(id)}/status`, as)
const add = (as: MemberName, propertyDocumentId: unknown) => call("POST", path, as, { propertyDocumentId })
const remove = (as: MemberName, id: string) => call("DELETE", `${path}/${encodeURIComponent(id)}`, as)

const ids = (...names: ReadonlyArray<VenueName>) => names.map(venueDocumentId)
const V1 = venueDocumentId("V1")
const hidden = venueDocumentId("V_hidden")

for (const store of ["memory", "embedded"] as const) {
  layer(Member.layer({ store }), { timeout: "60 seconds" })(`favorites (${store})`, (it) => {
    it.effect("MEM-111, MEM-002: lists the member's own, newest first, 20 unless asked otherwise", () =>
      Effect.gen(function* () {
        const answer = yield* list("M1")
        assert.strictEqual(answer.status, 200, answer.text)
        assert.deepStrictEqual(Object.keys(Object(answer.body)).toSorted(), ["items", "limit", "offset", "total"])
        assert.deepStrictEqual([answer.at("total"), answer.at("limit"), answer.at("offset")], [3, 20, 0])
        assert.deepStrictEqual(answer.each("items", "documentId"), ids("V1", "V3", "D2"))
        assert.deepStrictEqual((yield* list("M2")).each("items", "documentId"), ids("V2"))
        const none = yield* list("M9")
        assert.deepStrictEqual([none.at("items"), none.at("total")], [[], 0])
      })
    )

    it.effect("MEM-111: pages by limit and offset, clamps the limit and refuses what is none", () =>
      Effect.gen(function* () {
        const pages = yield* Effect.forEach([0, 1, 2, 3], (offset) => list("M1", `?limit=1&offset=${offset}`))
        assert.deepStrictEqual(
          pages.flatMap((page) => page.each("items", "documentId")),
          ids("V1", "V3", "D2")
        )
        for (const page of pages) assert.strictEqual(page.at("total"), 3)
        assert.strictEqual((yield* list("M1", "?limit=500")).at("limit"), 100)
        for (const query of ["limit=0", "limit=-1", "limit=x", "limit=1.5", "offset=-1", "offset=x"]) {
          const answer = yield* list("M1", `?${query}`)
          assert.strictEqual(answer.status, 400, query)
          assert.isTrue(isFailure(answer), answer.text)
        }
      })
    )

    it.effect(
      "MEM-024, MEM-025, MEM-026, MEM-111: shows the search item and since when; what is not known is left out",
      () =>
        Effect.gen(function* () {
          const answer = yield* list("M1")
          for (const [position, name] of (["V1", "V3", "D2"] as const).entries()) {
            const property = dataset.properties.find(({ id }) => id === venues[name].id) ?? assert.fail(name)
            const favorite = dataset.favorites.find(({ propertyId }) => propertyId === property.id)
            const { alt, url } = property.hero ?? {}
            const hero = { url, ...(alt === undefined ? {} : { alt }) }
            assert.deepStrictEqual(answer.at(`items.${position}`), {
              id: property.id,
              documentId: property.documentId,
              name: property.name,
              type: property.propertyType,
              brandName: dataset.brands.find(({ id }) => id === property.brandId)?.name,
              nightlyCost: property.nightlyCostPoints,
              maxGuests: property.maxGuests,
              ...(property.baseRoomCategory === null ? {} : { baseRoomCategory: property.baseRoomCategory }),
              ...(property.guestRating === null ? {} : { guestRating: property.guestRating }),
              address: {
                city: property.city,
                ...(property.state === null ? {} : { state: property.state }),
                country: property.country,
                latitude: property.latitude,
                longitude: property.longitude
              },
              ...(url === undefined ? {} : { heroImage: hero }),
              amenities: property.amenities,
              tags: property.tags,
              favoritedAt: favorite === undefined ? "" : DateTime.formatIso(favorite.createdAt)
            })
          }
          const least = Object.keys(Object(answer.at("items.2")))
          for (const name of ["baseRoomCategory", "guestRating", "heroImage"]) assert.notInclude(least, name)
          assert.notProperty(answer.at("items.2.address"), "state")
        })
    )

    it.effect(
      "MEM-110, MEM-111: a property is no favorite, then one, then a conflict, then none again, for one member",
      () =>
        Effect.gen(function* () {
          assert.deepStrictEqual((yield* status("M3", V1)).body, { isFavorited: false })
          const added = yield* add("M3", V1)
          assert.strictEqual(added.status, 201, added.text)
          assert.deepStrictEqual((yield* list("M3")).at("items"), [added.body])
          assert.deepStrictEqual((yield* status("M3", V1)).body, { isFavorited: true })
          assert.deepStrictEqual((yield* status("M2", V1)).body, { isFavorited: false })
          const again = yield* add("M3", V1)
          assert.strictEqual(again.status, 409)
          assert.isTrue(isFailure(again), again.text)
          assert.strictEqual(again.at("code"), "favorite_exists")
          assert.strictEqual((yield* list("M3")).at("total"), 1)
          const removed = yield* remove("M3", V1)
          assert.deepStrictEqual([removed.status, removed.text, removed.headers.get("content-type")], [204, "", null])
          assert.deepStrictEqual((yield* status("M3", V1)).body, { isFavorited: false })
          const missing = yield* remove("M3", V1)
          assert.strictEqual(missing.status, 404)
          assert.isTrue(isFailure(missing), missing.text)
          assert.deepStrictEqual((yield* status("M1", V1)).body, { isFavorited: true })
        })
    )

    it.effect(
      "MEM-110, MEM-111: knows no property by another name, and tells unknown and hidden ones apart for nobody",
      () =>
        Effect.gen(function* () {
          const unknown = yield* add("M1", "no-such-property")
          assert.strictEqual(unknown.status, 404)
          assert.isTrue(isFailure(unknown), unknown.text)
          for (const id of [hidden, "101", "venue-v1", V1.toUpperCase(), `${V1} `, "x".repeat(10_000), "%", "é"]) {
            const answer = yield* add("M1", id)
            assert.deepStrictEqual([answer.status, answer.body], [404, unknown.body], id)
          }
          for (const id of [hidden, "no-such-property", "101", "%", "é"]) {
            const asked = yield* status("M1", id)
            assert.deepStrictEqual([asked.status, asked.body], [200, { isFavorited: false }], id)
            assert.strictEqual((yield* remove("M1", id)).status, 404, id)
          }
          assert.strictEqual((yield* list("M1")).at("total"), 3)
        })
    )

    it.effect("MEM-007, MEM-111: refuses bodies without a document id, and names with a NUL", () =>
      Effect.gen(function* () {
        for (const body of [
          {},
          { propertyDocumentId: "" },
          { propertyDocumentId: 101 },
          { propertyDocumentId: null },
          "",
          "null"
        ]) {
          const answer = yield* call("POST", path, "M1", body)
          assert.strictEqual(answer.status, 400, JSON.stringify(body))
          assert.isTrue(isFailure(answer), answer.text)
        }
        assert.strictEqual((yield* status("M1", "\0")).status, 400)
        assert.strictEqual((yield* remove("M1", "a\0")).status, 400)
      })
    )
  })
}

/** The demo data in which V3, a favorite of M1, was hidden since. */
const sinceHidden = {
  ...dataset,
  properties: dataset.properties.map((row) => (row.id === venues.V3.id ? { ...row, status: "hidden" as const } : row))
}

for (const store of ["memory", "embedded"] as const) {
  layer(Member.layer({ store, dataset: () => sinceHidden }), { timeout: "60 seconds" })(
    `favorites that were hidden since (${store})`,
    (it) => {
      it.effect("MEM-111, PUB-018: are neither listed nor counted, cannot be added, and can be removed", () =>
        Effect.gen(function* () {
          const V3 = venueDocumentId("V3")
          const answer = yield* list("M1", "?limit=2")
          assert.deepStrictEqual([answer.each("items", "documentId"), answer.at("total")], [ids("V1", "D2"), 2])
          assert.strictEqual((yield* add("M1", V3)).status, 404)
          assert.strictEqual((yield* remove("M1", V3)).status, 204)
          assert.deepStrictEqual((yield* status("M1", V3)).body, { isFavorited: false })
        })
      )
    }
  )
}
