import { Effect, Layer, Option, TxHashMap } from "effect"
import { Properties, type PropertyKey } from "../../domain/properties/Properties.ts"
import type { Property } from "../../domain/properties/Property.ts"
import { PropertyMissing } from "../../domain/properties/PropertyErrors.ts"
import { makePropertiesSql } from "../../sql/repositories/PropertiesSql.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(Properties, makePropertiesSql)

const has = (key: PropertyKey) => (property: Property) => {
  switch (key.by) {
    case "id":
      return property.id === key.id
    case "documentId":
      return property.documentId === key.documentId
    case "slug":
      return property.slug === key.slug
  }
}

export const layerMemory = Layer.effect(
  Properties,
  Effect.gen(function* () {
    const memory = yield* Memory
    return Properties.of({
      getPublished: Effect.fnUntraced(function* (key) {
        const property = (yield* TxHashMap.values(memory.properties)).find(has(key))
        if (property === undefined || property.status !== "published") return yield* new PropertyMissing()
        const brand = yield* TxHashMap.get(memory.brands, String(property.brandId))
        if (Option.isNone(brand)) return yield* new PropertyMissing()
        const { description, documentId, logoUrl, name } = brand.value
        return { property, brand: { documentId, name, logoUrl, description } }
      }, Effect.tx),
      findDetails: (propertyId) => Effect.tx(TxHashMap.get(memory.propertyDetails, String(propertyId)))
    })
  })
)
