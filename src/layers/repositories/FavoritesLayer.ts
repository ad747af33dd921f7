import { DateTime, Effect, Layer, Option, TxHashMap } from "effect"
import type { Favorite } from "../../domain/favorites/Favorite.ts"
import { FavoriteMissing, FavoriteTaken } from "../../domain/favorites/FavoriteErrors.ts"
import type { FavoriteItem } from "../../domain/favorites/FavoriteItem.ts"
import { type FavoriteLocator, Favorites } from "../../domain/favorites/Favorites.ts"
import { toPropertyItem } from "../../domain/properties/toPropertyItem.ts"
import { makeFavoritesSql } from "../../sql/repositories/FavoritesSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"

export const layerSql = Layer.effect(Favorites, makeFavoritesSql)

export const layerMemory = Layer.effect(
  Favorites,
  Effect.gen(function* () {
    const memory = yield* Memory
    const { brands, properties } = memory
    const favorites = rowsMemory(memory, "favorites")

    const itemOf = Effect.fnUntraced(function* ({ createdAt, propertyId }: Favorite) {
      const property = yield* TxHashMap.get(properties, String(propertyId))
      if (Option.isNone(property) || property.value.status !== "published") return []
      const brand = yield* TxHashMap.get(brands, String(property.value.brandId))
      if (Option.isNone(brand)) return []
      const item = toPropertyItem({ property: property.value, brand: brand.value })
      return [{ ...item, favoritedAt: DateTime.formatIso(createdAt) } satisfies FavoriteItem]
    })

    const findRow = Effect.fnUntraced(function* ({ memberId, propertyDocumentId }: FavoriteLocator) {
      const all = yield* TxHashMap.values(properties)
      const property = all.find(({ documentId }) => documentId === propertyDocumentId)
      return property === undefined
        ? Option.none<Favorite>()
        : yield* favorites.find({ memberId, propertyId: property.id })
    })

    return Favorites.of({
      list: Effect.fnUntraced(function* ({ limit, memberId, offset }) {
        const rows = yield* favorites.list({ memberId }, { by: ["createdAt", "propertyId"], isDescending: true })
        const items = (yield* Effect.forEach(rows, itemOf)).flat()
        return { items: items.slice(offset, offset + limit), total: items.length }
      }, Effect.tx),
      find: (locator) => Effect.tx(findRow(locator)),
      insert: Effect.fnUntraced(function* (favorite) {
        if (!(yield* Effect.orDie(favorites.insertMissing(favorite)))) return yield* new FavoriteTaken()
      }, Effect.tx),
      remove: Effect.fnUntraced(function* (locator) {
        const row = yield* findRow(locator)
        if (Option.isNone(row)) return yield* new FavoriteMissing()
        const { memberId, propertyId } = row.value
        yield* favorites.remove({ memberId, propertyId })
      }, Effect.tx)
    })
  })
)
