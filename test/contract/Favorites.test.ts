import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { venueDocumentId, type VenueName, venues } from "../../src/demo/venues.ts"
import { FavoriteMissing, FavoriteTaken } from "../../src/domain/favorites/FavoriteErrors.ts"
import { Favorites } from "../../src/domain/favorites/Favorites.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { omitNull } from "../../src/domain/shared/omitNull.ts"
import * as FavoritesLayer from "../../src/layers/repositories/FavoritesLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const { M1, M2, M3, M9, M_new } = memberIds
const demo = demoWithoutCities(now)
const dataset = {
  ...demo,
  favorites: [...demo.favorites, { memberId: M9, propertyId: venues.V_hidden.id, createdAt: now }]
}

const insert = (memberId: MemberId, venue: VenueName, seconds = 0) =>
  Favorites.use((all) =>
    all.insert({ memberId, propertyId: venues[venue].id, createdAt: DateTime.add(now, { seconds }) })
  )

const locator = (memberId: MemberId, venue: VenueName) => ({ memberId, propertyDocumentId: venueDocumentId(venue) })
const find = (memberId: MemberId, venue: VenueName) => Favorites.use((all) => all.find(locator(memberId, venue)))
const remove = (memberId: MemberId, venue: VenueName) => Favorites.use((all) => all.remove(locator(memberId, venue)))

const list = (memberId: MemberId, limit = 100, offset = 0) =>
  Favorites.use((all) => all.list({ memberId, limit, offset }))

const listed = Effect.fnUntraced(function* (memberId: number) {
  const { items, total } = yield* list(MemberId.make(memberId))
  assert.strictEqual(total, items.length)
  return items.map(({ documentId }) => documentId)
})

const ids = (...names: ReadonlyArray<VenueName>) => names.map(venueDocumentId)

twins("Favorites", FavoritesLayer, dataset, (it) => {
  it.effect("MEM-111, MEM-024: lists properties in the shape of a search result, with favoritedAt", () =>
    Effect.gen(function* () {
      const { items, total } = yield* list(M1)
      assert.strictEqual(total, 3)
      assert.deepStrictEqual(
        items.map(({ documentId }) => documentId),
        ids("V1", "V3", "D2")
      )
      for (const { favoritedAt, ...item } of items) {
        const property = dataset.properties.find(({ id }) => id === item.id) ?? assert.fail("an unknown property")
        const { alt, url } = property.hero ?? {}
        assert.deepStrictEqual<unknown>(item, {
          id: property.id,
          documentId: property.documentId,
          name: property.name,
          type: property.propertyType,
          brandName: dataset.brands.find(({ id }) => id === property.brandId)?.name,
          nightlyCost: property.nightlyCostPoints,
          maxGuests: property.maxGuests,
          ...omitNull({ baseRoomCategory: property.baseRoomCategory, guestRating: property.guestRating }),
          address: {
            city: property.city,
            ...omitNull({ state: property.state }),
            country: property.country,
            latitude: property.latitude,
            longitude: property.longitude
          },
          ...(url === undefined ? {} : { heroImage: { url, ...(alt === undefined ? {} : { alt }) } }),
          amenities: property.amenities,
          tags: property.tags
        })
        const stored = dataset.favorites.find((row) => row.memberId === M1 && row.propertyId === item.id)
        assert.strictEqual(favoritedAt, stored === undefined ? "" : DateTime.formatIso(stored.createdAt))
      }
      const bare = items[2] ?? assert.fail("D2 is not listed")
      assert.doesNotHaveAnyKeys(bare, ["baseRoomCategory", "guestRating", "heroImage"])
      assert.notProperty(bare.address, "state")
    })
  )

  it.effect("MEM-111: lists newest first, then by property, in pages without gaps or overlaps", () =>
    Effect.gen(function* () {
      const names: ReadonlyArray<VenueName> = ["V1", "V2", "V3", "W1", "D1", "D2", "by_slug"]
      for (const [position, name] of names.entries()) yield* insert(M3, name, Math.floor(position / 3))
      assert.deepStrictEqual(yield* listed(M3), ids("by_slug", "D2", "D1", "W1", "V3", "V2", "V1"))
      const pages = yield* Effect.forEach([0, 2, 4, 6, 8], (offset) => list(M3, 2, offset))
      assert.deepStrictEqual(
        pages.flatMap(({ items }) => items),
        (yield* list(M3)).items
      )
      for (const { total } of pages) assert.strictEqual(total, names.length)
    })
  )

  it.effect("MEM-110, MEM-111: finds, adds once and removes a favorite of one member, and of no other", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* find(M2, "V1"), Option.none())
      yield* insert(M2, "V1", 60)
      assert.deepStrictEqual(
        yield* find(M2, "V1"),
        Option.some({ memberId: M2, propertyId: venues.V1.id, createdAt: DateTime.add(now, { seconds: 60 }) })
      )
      assert.deepStrictEqual(yield* Effect.flip(insert(M2, "V1", 120)), new FavoriteTaken())
      assert.deepStrictEqual(yield* listed(M2), ids("V1", "V2"))
      yield* remove(M2, "V1")
      assert.deepStrictEqual(yield* find(M2, "V1"), Option.none())
      assert.deepStrictEqual(yield* Effect.flip(remove(M2, "V1")), new FavoriteMissing())
      assert.isTrue(Option.isSome(yield* find(M1, "V1")))
      assert.deepStrictEqual(yield* Effect.flip(remove(M2, "V3")), new FavoriteMissing())
      assert.isTrue(Option.isSome(yield* find(M1, "V3")))
    })
  )

  it.effect("MEM-110: finds and removes a favorite only by the exact document id", () =>
    Effect.gen(function* () {
      const favorites = yield* Favorites
      for (const propertyDocumentId of [
        String(venues.V1.id),
        venueDocumentId("V1").toUpperCase(),
        "venue-v1",
        "",
        "%",
        "x".repeat(100_000)
      ]) {
        const unknown = { memberId: M1, propertyDocumentId }
        assert.deepStrictEqual(yield* favorites.find(unknown), Option.none())
        assert.deepStrictEqual(yield* Effect.flip(favorites.remove(unknown)), new FavoriteMissing())
      }
    })
  )

  it.effect("MEM-111, PUB-018: a hidden property is not listed or counted, but can be found and removed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* list(M9), { items: [], total: 0 })
      assert.isTrue(Option.isSome(yield* find(M9, "V_hidden")))
      assert.deepStrictEqual(yield* Effect.flip(insert(M9, "V_hidden")), new FavoriteTaken())
      yield* remove(M9, "V_hidden")
      assert.deepStrictEqual(yield* find(M9, "V_hidden"), Option.none())
    })
  )

  it.effect("MEM-111: an insert is rolled back with its transaction", () =>
    Effect.gen(function* () {
      yield* atomically(Effect.andThen(insert(M_new, "V2"), Effect.fail("later step failed"))).pipe(Effect.flip)
      assert.deepStrictEqual(yield* listed(M_new), [])
      yield* atomically(insert(M_new, "V2"))
      const repeated = atomically(Effect.andThen(insert(M_new, "V1"), insert(M_new, "V2")))
      assert.deepStrictEqual(yield* Effect.flip(repeated), new FavoriteTaken())
      assert.deepStrictEqual(yield* listed(M_new), ids("V2"))
    })
  )
})
