import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { narrowed } from "../../domain/places/geo.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import type { CatalogQuery, PropertyCatalog } from "../../domain/properties/PropertyCatalog.ts"
import type { Circle, PropertyFilter, Region } from "../../domain/properties/PropertyFilter.ts"
import { MapImage, PropertyFilters, PropertyMarker } from "../../domain/properties/PropertySearch.ts"
import { itemOf, PropertyItemRow } from "../fragments/propertyItemColumns.ts"
import {
  countAroundStatement,
  countStatement,
  countWithinStatement,
  filtersStatement,
  itemsStatement,
  pointsStatement,
  searchStatement
} from "../fragments/propertySearchText.ts"

const StatementText = Schema.Struct({ text: Schema.String, parameters: Schema.Array(Schema.Unknown) })

const Coordinate = Schema.NullOr(Schema.Finite)

const PageRow = Schema.Struct({
  total: Schema.Int,
  north: Coordinate,
  south: Coordinate,
  east: Coordinate,
  west: Coordinate,
  westmostEastern: Coordinate,
  eastmostWestern: Coordinate,
  items: Schema.Array(PropertyItemRow),
  markers: Schema.Array(PropertyMarker)
})

/**
 * Not validated, because there are thousands of points: the column types guarantee integer ids and costs and finite
 * coordinates.
 */
const PointsRow = Schema.Struct({
  ids: Schema.Array(VenueId),
  latitudes: Schema.Array(Schema.Number),
  longitudes: Schema.Array(Schema.Number),
  nightlyCosts: Schema.Array(Schema.Number),
  available: Schema.Array(Schema.NullOr(Schema.Boolean))
})

const CountRow = Schema.Struct({ count: Schema.Int })

const CircleRow = Schema.Struct({ circle: Schema.Int, count: Schema.Int })

const RegionRow = Schema.Struct({ region: Schema.Int, count: Schema.Int })

const FaceRow = Schema.Struct({
  id: VenueId,
  name: Schema.String,
  guestRating: Schema.NullOr(Schema.Finite),
  heroImage: Schema.NullOr(MapImage)
})

const { brands, maxGuests, priceRange } = PropertyFilters.fields

const Counted = Schema.Array(Schema.Struct({ id: Schema.String, count: Schema.Int }))

const FiltersRow = Schema.Struct({
  amenities: Counted,
  propertyTypes: Counted,
  tags: Counted,
  brands,
  priceRange,
  maxGuests
})

/** Undefined if nothing matches. */
const boundsOf = ({ east, north, south, west, ...sides }: typeof PageRow.Type) =>
  north === null || south === null || east === null || west === null
    ? undefined
    : narrowed({ north, south, east, west }, sides)

/** The property search in this database. */
export const makePropertyCatalogSql: Effect.Effect<PropertyCatalog["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const execute = ({ parameters, text }: typeof StatementText.Type) => sql.unsafe(text, parameters)

    const selectPage = SqlSchema.findOne({ Request: StatementText, Result: PageRow, execute })
    const selectPoints = SqlSchema.findOne({ Request: StatementText, Result: PointsRow, execute })
    const selectCount = SqlSchema.findOne({ Request: StatementText, Result: CountRow, execute })
    const selectCounts = SqlSchema.findAll({ Request: StatementText, Result: CircleRow, execute })
    const selectRegionCounts = SqlSchema.findAll({ Request: StatementText, Result: RegionRow, execute })
    const selectItems = SqlSchema.findAll({ Request: StatementText, Result: PropertyItemRow, execute })
    const selectFilters = SqlSchema.findOne({ Request: StatementText, Result: FiltersRow, execute })

    const selectFaces = SqlSchema.findAll({
      Request: Schema.Array(Schema.Int),
      Result: FaceRow,
      execute: (ids) => sql`
        SELECT
          p.id, p.name, p.guest_rating AS "guestRating",
          CASE
            WHEN p.hero IS NOT NULL THEN json_strip_nulls(json_build_object('url', p.hero->'url', 'alt', p.hero->'alt'))
          END AS "heroImage"
        FROM properties p
        WHERE p.id = ANY(${ids}::integer[])`
    })

    return {
      list: Effect.fnUntraced(function* (query: CatalogQuery) {
        const page = yield* Effect.orDie(selectPage(searchStatement(query)))
        return { items: page.items.map(itemOf), total: page.total, bounds: boundsOf(page), markers: page.markers }
      }),
      listPoints: (filter) => Effect.orDie(selectPoints(pointsStatement(filter))),
      count: Effect.fnUntraced(function* (filter: PropertyFilter) {
        return (yield* Effect.orDie(selectCount(countStatement(filter)))).count
      }),
      countAround: Effect.fnUntraced(function* (circles: ReadonlyArray<Circle>) {
        if (circles.length === 0) return []
        const rows = yield* Effect.orDie(selectCounts(countAroundStatement(circles)))
        const counts = new Map(rows.map(({ circle, count }) => [circle, count]))
        return circles.map((_, index) => counts.get(index + 1) ?? 0)
      }),
      countWithin: Effect.fnUntraced(function* (regions: ReadonlyArray<Region>) {
        if (regions.length === 0) return []
        const rows = yield* Effect.orDie(selectRegionCounts(countWithinStatement(regions)))
        const counts = new Map(rows.map(({ region, count }) => [region, count]))
        return regions.map((_, index) => counts.get(index + 1) ?? 0)
      }),
      listFaces: (ids) => (ids.length === 0 ? Effect.succeed([]) : Effect.orDie(selectFaces(ids))),
      listItems: (documentIds, stay) =>
        Effect.map(Effect.orDie(selectItems(itemsStatement(documentIds, stay))), (rows) => rows.map(itemOf)),
      getFilters: Effect.orDie(selectFilters(filtersStatement))
    }
  }
)
