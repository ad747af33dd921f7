import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import type { Favorite } from "../../domain/favorites/Favorite.ts"
import { FavoriteMissing, FavoriteTaken } from "../../domain/favorites/FavoriteErrors.ts"
import type { FavoriteItem } from "../../domain/favorites/FavoriteItem.ts"
import { type FavoriteLocator, Favorites } from "../../domain/favorites/Favorites.ts"
import { toPropertyItem } from "../../domain/properties/toPropertyItem.ts"
import { makeFavoritesSql } from "../../sql/FavoritesSql.ts"
import { Memory } from "../Memory.ts"

export const layerSql = Layer.effect(Favorites, makeFavoritesSql)

const keyOf = ({ memberId, propertyId }: Omit<Favorite, "createdAt">) => `${memberId} ${propertyId}`

const newestFirst = Order.flip(
  Order.combine(
    Order.mapInput(Order.Number, (row: Favorite) => DateTime.toEpochMillis(row.createdAt)),
    Order.mapInput(Order.Number, (row: Favorite) => row.propertyId)
  )
)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  Favorites,
  Effect.gen(function* () {
    const { brands, favorites, members, properties } = yield* Memory

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
        : yield* TxHashMap.get(favorites, keyOf({ memberId, propertyId: property.id }))
    })

    const hasBoth = Effect.fnUntraced(function* ({ memberId, propertyId }: Favorite) {
      const hasMember = yield* TxHashMap.has(members, String(memberId))
      return hasMember && (yield* TxHashMap.has(properties, String(propertyId)))
    })

    return Favorites.of({
      list: Effect.fnUntraced(function* ({ limit, memberId, offset }) {
        const rows = (yield* TxHashMap.values(favorites)).filter((row) => row.memberId === memberId)
        const items = (yield* Effect.forEach(rows.toSorted(newestFirst), itemOf)).flat()
        return { items: items.slice(offset, offset + limit), total: items.length }
      }, Effect.tx),
      find: (locator) => Effect.tx(findRow(locator)),
      insert: Effect.fnUntraced(function* (favorite) {
        if (!(yield* hasBoth(favorite))) return yield* Effect.die(new Error("No such member or property"))
        if (yield* TxHashMap.has(favorites, keyOf(favorite))) return yield* new FavoriteTaken()
        yield* TxHashMap.set(favorites, keyOf(favorite), favorite)
      }, Effect.tx),
      remove: Effect.fnUntraced(function* (locator) {
        const row = yield* findRow(locator)
        if (Option.isNone(row)) return yield* new FavoriteMissing()
        yield* TxHashMap.remove(favorites, keyOf(row.value))
      }, Effect.tx)
    })
  })
)
