import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { memberFixtures } from "../fixtures/memberFixtures.ts"
import { progress } from "../progress.ts"
import { withoutTriggers } from "./rows.ts"

const { box, circle, inBox, inCircle, propertyBase, propertyBrand, propertyOrganization } = memberFixtures

const chunk = 10_000

const insertBrand = SqlClient.SqlClient.use((sql) =>
  Effect.andThen(
    sql`INSERT INTO organizations (id, xid, name, slug, status)
      VALUES (${propertyOrganization}, 'bench-organization', 'Bench', 'bench-organization', 'active')`,
    sql`INSERT INTO brands (id, organization_id, document_id, name, slug, status, created_at, updated_at)
      VALUES (${propertyBrand}, ${propertyOrganization}, 'bench-brand', 'Brand', 'bench-brand', 'active', now(), now())`
  )
)

/**
 * Properties `from` to `until` (exclusive): the first within the circle, the next in the box, all others outside both.
 * Fractional parts of multiples of an irrational number spread evenly and deterministically.
 */
const insertSome = (from: number, until: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      INSERT INTO properties (
        id, organization_id, brand_id, document_id, slug, name, property_type, timezone, status, description, star_rating,
        guest_rating, review_count, nightly_cost_points, max_guests, base_room_category, city, state, country, latitude,
        longitude, amenities, tags, hero, updated_at
      )
      SELECT ${propertyBase}::integer + n, ${propertyOrganization}::integer, ${propertyBrand}::integer,
        'bench-property-' || n, 'bench-property-' || n,
        (ARRAY['Grand', 'Park', 'Harbour', 'Garden', 'Old Mill', 'Station', 'Palace', 'Lake'])[1 + n % 8] || ' '
          || (ARRAY['Hotel', 'House', 'Resort', 'Lodge', 'Suites'])[1 + n % 5] || ' ' || n,
        (ARRAY['hotel', 'resort', 'apartment'])[1 + n % 3], 'UTC', 'published', 'Rooms, a restaurant and a terrace',
        1 + n % 5, 3 + (n % 20) / 10.0, n % 900, 5000 + n % 300 * 100, 2 + n % 3, 'Double room', 'City ' || n % 4000,
        CASE WHEN n % 2 = 0 THEN 'State ' || n % 50 END, 'Country ' || n % 80,
        CASE
          WHEN n < ${inCircle}::integer THEN ${circle.latitude}::float8 + (north - 0.5) * 0.2
          WHEN n < ${inCircle + inBox}::integer THEN ${box.south}::float8 + north * ${box.north - box.south}::float8
          ELSE 130 * north - 60
        END,
        CASE
          WHEN n < ${inCircle}::integer THEN ${circle.longitude}::float8 + (east - 0.5) * 0.2
          WHEN n < ${inCircle + inBox}::integer THEN ${box.west}::float8 + east * ${box.east - box.west}::float8
          ELSE 290 * east - 120
        END,
        ARRAY['wifi', 'breakfast', 'pool'], ARRAY['city', 'family'],
        jsonb_build_object('url', 'https://images.example.com/properties/' || n || '.jpg', 'alt', 'The house'), now()
      FROM generate_series(${from}::integer, ${until}::integer - 1) n
      CROSS JOIN LATERAL (
        SELECT n * 0.7548776662466927 % 1 AS north, n * 0.5698402909980532 % 1 AS east
      ) f`
  )

/** Inserts `total` properties, of which a fixed number match the searches. */
export const insertProperties = Effect.fnUntraced(function* (total: number) {
  const report = progress(`Loading ${total} properties`, total)
  yield* insertBrand
  for (let from = 0; from < total; from += chunk) {
    const until = Math.min(total, from + chunk)
    yield* withoutTriggers(insertSome(from, until))
    report(until)
  }
})
