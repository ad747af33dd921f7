import type { FastifyInstance } from "fastify"
import { boundsAround, type Bounds } from "../../../src/domain/places/geo.ts"
import type { MapPoints } from "../../../src/domain/properties/PropertyCatalog.ts"
import type { CommonFilters, PropertyFilter } from "../../../src/domain/properties/PropertyFilter.ts"
import { memberSeed } from "../../../src/domain/properties/rankOf.ts"
import type { PropertyItemRow } from "../../../src/sql/fragments/propertyItemColumns.ts"
import { pointsStatement, searchStatement } from "../../../src/sql/fragments/propertySearchText.ts"
import { memberStatements } from "../../statements/memberStatements.ts"
import type { Database } from "../database.ts"
import { list, record, text, whole } from "../wire.ts"
import { cluster } from "./clusters.ts"
import { callerOf } from "./memberAccess.ts"
import { named } from "./named.ts"
import { mapBody, searchBody } from "./propertyQuestions.ts"

type ItemRow = typeof PropertyItemRow.Type

interface PageRow {
  readonly total: number
  readonly north: number | null
  readonly south: number | null
  readonly east: number | null
  readonly west: number | null
  readonly items: ReadonlyArray<ItemRow>
}

interface FaceRow {
  readonly id: number
  readonly name: string
  readonly guestRating: number | null
  readonly heroImage: { readonly url: string; readonly alt?: string } | null
}

const nowhere: MapPoints = { ids: [], latitudes: [], longitudes: [], nightlyCosts: [], available: [] }

interface SearchBody extends CommonFilters {
  readonly limit: number
  readonly offset: number
  readonly location: { readonly latitude: number; readonly longitude: number; readonly radius: number }
  readonly tags?: ReadonlyArray<string>
  readonly maxGuests?: number
}

interface MapBody {
  readonly bounds: Bounds
  readonly zoom: number
  readonly filters?: CommonFilters
  readonly clusterRadius: number
}

const decimal = { type: "number" } as const
const flag = { type: "boolean" } as const
const image = record({ url: text, alt: text }, ["alt"])
const bounds = record({ north: decimal, south: decimal, east: decimal, west: decimal })

const searchPage = record(
  {
    items: list(
      record(
        {
          id: whole,
          documentId: text,
          name: text,
          type: text,
          brandName: text,
          nightlyCost: whole,
          maxGuests: whole,
          baseRoomCategory: text,
          guestRating: decimal,
          address: record({ city: text, state: text, country: text, latitude: decimal, longitude: decimal }, ["state"]),
          heroImage: image,
          amenities: list(text),
          tags: list(text)
        },
        ["brandName", "baseRoomCategory", "guestRating", "heroImage"]
      )
    ),
    total: whole,
    limit: whole,
    offset: whole,
    searchViewport: record({ bounds })
  },
  ["searchViewport"]
)

const map = record({
  properties: list(
    record(
      {
        id: whole,
        latitude: decimal,
        longitude: decimal,
        nightlyCost: whole,
        name: text,
        guestRating: decimal,
        heroImage: image,
        available: flag
      },
      ["guestRating", "heroImage", "available"]
    )
  ),
  clusters: list(
    record({
      id: text,
      latitude: decimal,
      longitude: decimal,
      propertyCount: whole,
      averageCost: whole,
      costRange: record({ min: whole, max: whole }),
      bounds
    })
  ),
  total: whole,
  viewport: record({ bounds, zoom: decimal })
})

const filterOf = ({ priceRange, ...filters }: CommonFilters): PropertyFilter => ({
  ...filters,
  minCost: priceRange?.min,
  maxCost: priceRange?.max
})

/** The database's JSON has null for unknown values; the response omits them. */
const itemOf = (item: ItemRow) => ({
  ...item,
  baseRoomCategory: item.baseRoomCategory ?? undefined,
  guestRating: item.guestRating ?? undefined,
  heroImage: item.heroImage ?? undefined,
  address: { ...item.address, state: item.address.state ?? undefined }
})

const boundsOf = ({ east, north, south, west }: PageRow) =>
  north === null || south === null || east === null || west === null ? undefined : { north, south, east, west }

/** Search by place, in the member's own order, and on the map. */
export const propertySearchRoutes = (app: FastifyInstance, database: Database) => {
  app.post<{ Body: SearchBody }>(
    "/properties/search",
    { schema: { body: searchBody, response: { 200: searchPage } } },
    async (request, reply) => {
      const { limit: requestedLimit, location, maxGuests, offset, tags, ...common } = request.body
      const { radius: radiusKm, ...origin } = location
      const limit = Math.min(requestedLimit, 100)
      const statement = searchStatement({
        filter: {
          ...filterOf(common),
          circle: { ...origin, radiusKm },
          bounds: boundsAround(origin, radiusKm),
          tags,
          maxGuests
        },
        sort: "recommended",
        seed: memberSeed(callerOf(request).xid),
        origin,
        limit,
        offset,
        markerCap: undefined
      })
      const [page] = await database.rows<PageRow>(undefined, named(statement), {})
      if (page === undefined) throw new Error("The search found no page")
      const viewport = boundsOf(page)
      return reply.send({
        items: page.items.map(itemOf),
        total: page.total,
        limit,
        offset,
        ...(viewport === undefined ? undefined : { searchViewport: { bounds: viewport } })
      })
    }
  )

  app.post<{ Body: MapBody }>(
    "/properties/map",
    { schema: { body: mapBody, response: { 200: map } } },
    async ({ body }) => {
      const { bounds: view, clusterRadius, filters = {}, zoom } = body
      const statement = pointsStatement({ ...filterOf(filters), bounds: view })
      const [found = nowhere] = await database.rows<MapPoints>(undefined, named(statement), {})
      const { clusters, singles } = cluster(found, view, zoom, clusterRadius)
      const rows =
        singles.length === 0
          ? []
          : await database.rows<FaceRow>(undefined, memberStatements.faces, {
              ids: singles.map((index) => found.ids[index])
            })
      const faces = new Map(rows.map((row) => [row.id, row]))
      const properties = singles.flatMap((index) => {
        const { [index]: id = 0 } = found.ids
        const face = faces.get(id)
        if (face === undefined) return []
        const [latitude, longitude] = [found.latitudes[index], found.longitudes[index]]
        const [nightlyCost, available] = [found.nightlyCosts[index], found.available[index]]
        const { guestRating, heroImage, name } = face
        return {
          id,
          latitude,
          longitude,
          nightlyCost,
          available: available ?? undefined,
          name,
          guestRating: guestRating ?? undefined,
          heroImage: heroImage ?? undefined
        }
      })
      const total = clusters.reduce((sum, { propertyCount }) => sum + propertyCount, properties.length)
      return { properties, clusters, total, viewport: { bounds: view, zoom } }
    }
  )
}
