import { Effect, Layer, Order, TxHashMap } from "effect"
import { type Reach, reachesVenue } from "../../domain/access/Reach.ts"
import type { Property } from "../../domain/properties/Property.ts"
import { Venues } from "../../domain/venues/Venues.ts"
import { makeVenuesSql } from "../../sql/repositories/VenuesSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"

export const layerSql = Layer.effect(Venues, makeVenuesSql)

const byNameThenId = Order.combine(
  Order.mapInput(binaryOrder, (property: Property) => property.name),
  Order.mapInput(binaryOrder, (property) => property.documentId)
)

export const layerMemory = Layer.effect(
  Venues,
  Effect.gen(function* () {
    const memory = yield* Memory

    const within = Effect.fnUntraced(function* (reach: Reach) {
      const properties = yield* TxHashMap.values(memory.properties)
      return properties.filter(({ id, organizationId }) => reachesVenue(reach, organizationId, id))
    })

    return Venues.of({
      list: Effect.fnUntraced(function* (reach) {
        const brands = yield* TxHashMap.snapshot(memory.brands)
        return (yield* within(reach)).toSorted(byNameThenId).flatMap(({ brandId, documentId, name, timezone }) => {
          const brand = lookUp(brands, brandId, (row) => row.documentId)
          return brand === null ? [] : [{ id: documentId, name, brandId: brand, timezone }]
        })
      }, Effect.tx),
      listByDocumentId: Effect.fnUntraced(function* (reach, documentIds) {
        const found = (yield* within(reach)).filter(({ documentId }) => documentIds.includes(documentId))
        return found.map(({ documentId, id, organizationId }) => ({ id, documentId, organizationId }))
      }, Effect.tx)
    })
  })
)
