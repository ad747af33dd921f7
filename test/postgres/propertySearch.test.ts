import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { boundsAround } from "../../src/domain/places/geo.ts"
import { SuggestionType } from "../../src/domain/places/Suggestion.ts"
import type { CatalogQuery } from "../../src/domain/properties/PropertyCatalog.ts"
import type { PropertyFilter } from "../../src/domain/properties/PropertyFilter.ts"
import { placesStatement } from "../../src/sql/fragments/placesStatement.ts"
import type { StatementText } from "../../src/sql/fragments/propertyFilterText.ts"
import {
  countAroundStatement,
  countWithinStatement,
  pointsStatement,
  searchStatement
} from "../../src/sql/fragments/propertySearchText.ts"
import type { Database } from "../support/servers/Database.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"
import { workOf } from "../support/servers/workOf.ts"

const migrated = Effect.gen(function* () {
  const database = yield* migratedDatabase
  yield* database.query(`INSERT INTO organizations (id, xid, name, slug, status) VALUES (1, 'o', 'O', 'o', 'active')`)
  yield* database.query(
    `INSERT INTO brands (id, organization_id, document_id, name, slug, status, created_at, updated_at)
     SELECT n, 1, 'b' || n, 'Brand ' || n, 'b' || n, 'active', now(), now() FROM generate_series(1, 200) n`
  )
  return database
})

/** Fifty properties for each city; a city is a degree from the next, and lies on a spiral around the globe. */
const fill = Effect.fnUntraced(function* (database: Database, from: number, to: number) {
  yield* database.query(
    `INSERT INTO properties (
       organization_id, brand_id, document_id, slug, name, property_type, timezone, status, description, guest_rating,
       review_count, nightly_cost_points, max_guests, city, state, country, latitude, longitude, amenities, tags, updated_at
     )
     SELECT 1, 1 + c % 200, 'd' || n, 's' || n, 'Hotel City' || c || ' ' || n, 'hotel', 'UTC', 'published',
       repeat('What is to be said of a house. ', 10), 1 + n % 41 / 10.0, n % 700, 100 + n, 1 + n % 8, 'City' || c,
       'State' || c, 'Portugal', c * 0.031 - 62 + n % 50 * 0.002, c * 7.3 - 360 * floor(c * 7.3 / 360) - 180 + n % 7 * 0.002,
       ARRAY['wifi', 'a' || c], ARRAY['city'], now()
     FROM (SELECT n, (n - 1) / 50 AS c FROM generate_series($1::integer, $2::integer) n) n`,
    [from, to]
  )
  yield* database.query(
    `INSERT INTO property_availability (property_id, date, rooms_left, nightly_cost_points)
     SELECT p.id, '2030-01-01'::date + d, 1, 100 FROM properties p, generate_series(0, 9) d
     WHERE p.id BETWEEN $1::integer AND $2::integer AND p.id % 5 = 0`,
    [from, to]
  )
  yield* database.query("VACUUM ANALYZE")
})

const search = (filter: PropertyFilter, change: Partial<CatalogQuery> = {}) =>
  searchStatement({
    filter,
    sort: "recommended",
    seed: 4_000_000_000,
    origin: undefined,
    limit: 20,
    offset: 0,
    markerCap: undefined,
    ...change
  })

const centre = { latitude: 7 * 0.031 - 62 + 0.05, longitude: 7 * 7.3 - 180 }
const bounds = boundsAround(centre, 15)
const near: PropertyFilter = { circle: { ...centre, radiusKm: 15 }, bounds }
const stay = { checkIn: "2030-01-02", checkOut: "2030-01-05" }

/** Searches that match the same 50 properties or some of them, however many others there are, and their indexes. */
const selective: Readonly<Record<string, readonly [StatementText, string]>> = {
  circle: [search(near), "properties_by_location"],
  "circle, nearest first": [search(near, { sort: "distance", origin: centre }), "properties_by_location"],
  "circle with markers": [search(near, { markerCap: 3000 }), "properties_by_location"],
  "circle with dates": [search({ ...near, stay, onlyAvailable: true }), "properties_by_location"],
  city: [search({ city: "city7" }), "properties_by_city"],
  cost: [search({ minCost: 451, maxCost: 500 }), "properties_by_cost"],
  amenity: [search({ amenities: ["a7"] }), "properties_by_amenities"],
  brand: [search({ brands: ["b8"], city: "city7" }), "properties_by_city"],
  map: [pointsStatement({ bounds }), "properties_by_location"],
  "count around": [countAroundStatement([{ ...centre, radiusKm: 15 }]), "properties_by_location"],
  "count within": [countWithinStatement([{ state: ["state7", "s7"], country: ["portugal"] }]), "properties_by_state"]
}

postgres.describe("property search in a large PostgreSQL database", () => {
  it.live(
    "MEM-010, MEM-015, MEM-027: the reads of a selective search do not grow with the properties that do not match",
    () =>
      Effect.gen(function* () {
        const database = yield* migrated
        yield* fill(database, 1, 1000)
        const few = yield* Effect.forEach(Object.values(selective), ([statement]) => workOf(database, statement))
        yield* fill(database, 1001, 100_000)
        for (const [index, [name, [statement, expected]]] of Object.entries(selective).entries()) {
          const many = yield* workOf(database, statement)
          assert.include([...many.indexes], expected, name)
          assert.isFalse(many.scanned.has("properties"), name)
          assert.isFalse(many.scanned.has("property_availability"), name)
          const before = few[index]?.blocks ?? 0
          // An index of many rows is some levels higher.
          assert.isAtMost(many.blocks, 1.5 * before + 30, `${name}: ${before} blocks, then ${many.blocks}`)
        }
        const everything = yield* workOf(database, search({}))
        assert.include([...everything.indexes], "properties_published")
        assert.isFalse(everything.scanned.has("properties"))
      })
  )

  it.live("MEM-034: suggestions are index-only until the rows to show are selected", () =>
    Effect.gen(function* () {
      const database = yield* migrated
      yield* fill(database, 1, 1000)
      yield* database.query(
        `INSERT INTO places (source_id, kind, name, country_code, latitude, longitude, radius_km, prominence)
           SELECT 'p' || n, 'city', chr(65 + n % 26) || chr(97 + n / 26 % 26) || md5(n::text), 'PT', 1, 2, 10, n % 1000
           FROM generate_series(1, 200000) n`
      )
      yield* database.query("VACUUM ANALYZE")
      const search = (text: string) =>
        workOf(database, placesStatement({ text, types: SuggestionType.literals, limit: 10 }))
      const begins = yield* search("ab")
      assert.include([...begins.indexes], "places_by_search_name")
      assert.notInclude([...begins.indexes], "places_by_similar_name")
      const like = yield* search("zzzzqqqq")
      assert.include([...like.indexes], "places_by_similar_name")
      for (const { scanned } of [begins, like]) assert.isFalse(scanned.has("places"))
    })
  )
})
