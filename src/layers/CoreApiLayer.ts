import { DateTime, Effect, Layer, Order, TxHashMap } from "effect"
import type { Brand, Venue } from "../domain/brands/Brand.ts"
import { CoreNotReady, CorePositionUnknown } from "../domain/brands/BrandErrors.ts"
import { type BrandPlace, placeAt, positionOf } from "../domain/brands/BrandPlace.ts"
import { CoreApi } from "../domain/brands/CoreApi.ts"
import type { BrandRow } from "../domain/brands/BrandRow.ts"
import type { Property } from "../domain/properties/Property.ts"
import { makeBrandsSql } from "../sql/repositories/BrandsSql.ts"
import { binaryOrder } from "./memory/binaryOrder.ts"
import { withFault } from "./coreApi/withFault.ts"
import { Memory } from "./memory/Memory.ts"

/** This deployment is its own core: brands come from its database. */
export const layerSql = withFault(Layer.effect(CoreApi, makeBrandsSql))

/** No core is configured: brands are refused, everything else works (HUB-022). */
export const layerNotConfigured = Layer.succeed(
  CoreApi,
  CoreApi.of({ listBrands: () => Effect.fail(new CoreNotReady()) })
)

const byNameThenId = Order.combine(
  Order.mapInput(binaryOrder, (row: BrandPlace) => row.name),
  Order.mapInput(binaryOrder, (row) => row.documentId)
)

const venueOf = (property: Property): Venue => ({
  id: property.documentId,
  name: property.name,
  slug: property.slug,
  status: property.status === "published" ? "active" : "inactive",
  type: property.propertyType,
  city: property.city,
  country: property.country,
  timezone: property.timezone
})

const brandOf = (row: BrandRow, properties: ReadonlyArray<Property>): Brand => ({
  id: row.documentId,
  name: row.name,
  slug: row.slug,
  status: row.status,
  logoUrl: row.logoUrl,
  venues: properties
    .filter((property) => property.brandId === row.id && property.organizationId === row.organizationId)
    .toSorted(byNameThenId)
    .map(venueOf),
  createdAt: DateTime.formatIso(row.createdAt),
  updatedAt: DateTime.formatIso(row.updatedAt)
})

export const layerMemory = withFault(
  Layer.effect(
    CoreApi,
    Effect.gen(function* () {
      const memory = yield* Memory
      return CoreApi.of({
        listBrands: Effect.fnUntraced(function* ({ after, limit, organization }) {
          const place = after === undefined ? undefined : placeAt(after)
          if (after !== undefined && place === undefined) return yield* new CorePositionUnknown()
          const following = (yield* TxHashMap.values(memory.brands))
            .filter((row) => row.organizationId === organization.id)
            .filter((row) => place === undefined || byNameThenId(row, place) > 0)
            .toSorted(byNameThenId)
          const rows = following.slice(0, limit)
          const last = rows.at(-1)
          const properties = yield* TxHashMap.values(memory.properties)
          return {
            items: rows.map((row) => brandOf(row, properties)),
            next: following.length > limit && last !== undefined ? positionOf(last) : null
          }
        }, Effect.tx)
      })
    })
  )
)
