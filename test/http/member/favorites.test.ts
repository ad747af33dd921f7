import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import type { MemberName } from "../../../src/demo/demoMembers.ts"
import { type VenueName, venueDocumentId, venues } from "../../../src/demo/venues.ts"
import { FavoriteMissing, FavoriteTaken } from "../../../src/domain/favorites/FavoriteErrors.ts"
import { PropertyMissing } from "../../../src/domain/properties/PropertyErrors.ts"
import { memberClient } from "../../support/http/clients.ts"
import * as Member from "../../support/member.ts"
import { Service } from "../../support/http/service.ts"

const path = "/v1/members/me/collections/favorites"
const { bearer, dataset, isFailure, signedIn, tokenFor } = Member

const call = Effect.fnUntraced(function* (method: string, at: string, as: MemberName, body?: unknown) {
  const service = yield* Service
  return yield* service.call(method, at, {
    headers: bearer(yield* tokenFor(as)),
    ...(body === undefined ? {} : { body })
  })
})

const client = memberClient.favorites

const list = (name: MemberName, query: { readonly limit?: number; readonly offset?: number } = {}) =>
  client.listFavorites({ query: { limit: 20, offset: 0, ...query } }).pipe(signedIn(name))
const isFavorited = (name: MemberName, propertyDocumentId: string) =>
  Effect.map(
    client.getFavoriteStatus({ params: { propertyDocumentId } }).pipe(signedIn(name)),
    (status) => status.isFavorited
  )
const add = (name: MemberName, propertyDocumentId: string) =>
  client.addFavorite({ payload: { propertyDocumentId } }).pipe(signedIn(name))
const remove = (name: MemberName, propertyDocumentId: string) =>
  client.removeFavorite({ params: { propertyDocumentId } }).pipe(signedIn(name))

const addRaw = (name: MemberName, propertyDocumentId: string) => call("POST", path, name, { propertyDocumentId })
const removeRaw = (name: MemberName, id: string) => call("DELETE", `${path}/${encodeURIComponent(id)}`, name)
const idsIn = (page: { readonly items: ReadonlyArray<{ readonly documentId: string }> }) =>
  page.items.map(({ documentId }) => documentId)

const ids = (...names: ReadonlyArray<VenueName>) => names.map(venueDocumentId)
const V1 = venueDocumentId("V1")
const hidden = venueDocumentId("V_hidden")

layer(Member.layer())("favorites", (it) => {
  it.effect("MEM-111, MEM-002: lists the member's own favorites, newest first, 20 by default", () =>
    Effect.gen(function* () {
      const answer = yield* call("GET", path, "M1")
      assert.strictEqual(answer.status, 200, answer.text)
      assert.hasAllKeys(answer.body, ["items", "limit", "offset", "total"])
      assert.deepStrictEqual([answer.at("total"), answer.at("limit"), answer.at("offset")], [3, 20, 0])
      assert.deepStrictEqual(answer.each("items", "documentId"), ids("V1", "V3", "D2"))
      assert.deepStrictEqual(idsIn(yield* list("M2")), ids("V2"))
      assert.deepStrictEqual(yield* list("M9"), { items: [], total: 0, limit: 20, offset: 0 })
    })
  )

  it.effect("MEM-111: pages by limit and offset, and clamps the limit to 100", () =>
    Effect.gen(function* () {
      const pages = yield* Effect.forEach([0, 1, 2, 3], (offset) => list("M1", { limit: 1, offset }))
      assert.deepStrictEqual(pages.flatMap(idsIn), ids("V1", "V3", "D2"))
      for (const { total } of pages) assert.strictEqual(total, 3)
      assert.strictEqual((yield* call("GET", `${path}?limit=500`, "M1")).at("limit"), 100)
    })
  )

  it.effect(
    "MEM-024, MEM-025, MEM-026, MEM-111: an item is the search item plus favoritedAt; unset fields are omitted",
    () =>
      Effect.gen(function* () {
        const answer = yield* call("GET", path, "M1")
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
        for (const name of ["baseRoomCategory", "guestRating", "heroImage"]) {
          assert.notProperty(answer.at("items.2"), name)
        }
        assert.notProperty(answer.at("items.2.address"), "state")
      })
  )

  it.effect(
    "MEM-110, MEM-111: adding is 201, again 409; removing is 204, again 404; other members keep their favorites",
    () =>
      Effect.gen(function* () {
        assert.isFalse(yield* isFavorited("M3", V1))
        const added = yield* call("POST", path, "M3", { propertyDocumentId: V1 })
        assert.strictEqual(added.status, 201, added.text)
        assert.deepStrictEqual((yield* call("GET", path, "M3")).at("items"), [added.body])
        assert.isTrue(yield* isFavorited("M3", V1))
        assert.isFalse(yield* isFavorited("M2", V1))
        assert.instanceOf(yield* Effect.flip(add("M3", V1)), FavoriteTaken)
        const again = yield* addRaw("M3", V1)
        assert.deepStrictEqual([again.status, again.at("code")], [409, "favorite_exists"])
        assert.isTrue(isFailure(again), again.text)
        assert.strictEqual((yield* list("M3")).total, 1)
        const removed = yield* removeRaw("M3", V1)
        assert.deepStrictEqual([removed.status, removed.text, removed.headers.get("content-type")], [204, "", null])
        assert.isFalse(yield* isFavorited("M3", V1))
        assert.instanceOf(yield* Effect.flip(remove("M3", V1)), FavoriteMissing)
        const missing = yield* removeRaw("M3", V1)
        assert.strictEqual(missing.status, 404)
        assert.isTrue(isFailure(missing), missing.text)
        assert.isTrue(yield* isFavorited("M1", V1))
      })
  )

  it.effect(
    "MEM-110, MEM-111: adds a property by its exact document id only; unknown and hidden ones are the same 404",
    () =>
      Effect.gen(function* () {
        assert.instanceOf(yield* Effect.flip(add("M1", "no-such-property")), PropertyMissing)
        const unknown = yield* addRaw("M1", "no-such-property")
        assert.strictEqual(unknown.status, 404)
        assert.isTrue(isFailure(unknown), unknown.text)
        for (const id of [hidden, "101", "venue-v1", V1.toUpperCase(), `${V1} `, "x".repeat(10_000), "%", "é"]) {
          const answer = yield* addRaw("M1", id)
          assert.deepStrictEqual([answer.status, answer.body], [404, unknown.body], id)
        }
        for (const id of [hidden, "no-such-property", "101", "%", "é"]) {
          assert.isFalse(yield* isFavorited("M1", id), id)
          assert.instanceOf(yield* Effect.flip(remove("M1", id)), FavoriteMissing, id)
        }
        assert.strictEqual((yield* list("M1")).total, 3)
      })
  )

  it.effect("MEM-007, MEM-111: a body without a valid document id, and an id with a NUL, are 400", () =>
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
      assert.strictEqual((yield* call("GET", `${path}/%00/status`, "M1")).status, 400)
      assert.strictEqual((yield* removeRaw("M1", "a\0")).status, 400)
    })
  )
})

/** The demo data with V3, a favorite of M1, hidden. */
const withV3Hidden = {
  ...dataset,
  properties: dataset.properties.map((row) => (row.id === venues.V3.id ? { ...row, status: "hidden" as const } : row))
}

layer(Member.layer({ dataset: () => withV3Hidden }))("favorites, hidden property", (it) => {
  it.effect("MEM-111, PUB-018: a hidden favorite is not listed, counted or added again, but can be removed", () =>
    Effect.gen(function* () {
      const V3 = venueDocumentId("V3")
      const page = yield* list("M1", { limit: 2 })
      assert.deepStrictEqual([idsIn(page), page.total], [ids("V1", "D2"), 2])
      assert.instanceOf(yield* Effect.flip(add("M1", V3)), PropertyMissing)
      yield* remove("M1", V3)
      assert.isFalse(yield* isFavorited("M1", V3))
    })
  )
})
