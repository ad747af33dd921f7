import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { lockOpenAccount } from "../members/lockOpenAccount.ts"
import { Properties } from "../properties/Properties.ts"
import { toPropertyItem } from "../properties/toPropertyItem.ts"
import type { FavoriteItem } from "./FavoriteItem.ts"
import { auditFavorite } from "./auditFavorite.ts"
import { Favorites } from "./Favorites.ts"

/**
 * Adds a published property to the caller's favorites; of concurrent requests exactly one succeeds (MEM-111). A merge
 * moves it, or the account is closed first (DOMAIN 4.5).
 */
export const addFavorite = Effect.fnUntraced(function* (propertyDocumentId: string) {
  const { memberId } = yield* MemberCaller
  const properties = yield* Properties
  const favorites = yield* Favorites
  const published = yield* properties.getPublished({ by: "documentId", documentId: propertyDocumentId })
  yield* lockOpenAccount
  const createdAt = yield* DateTime.now
  yield* favorites.insert({ memberId, propertyId: published.property.id, createdAt })
  yield* auditFavorite("added", propertyDocumentId)
  return { ...toPropertyItem(published), favoritedAt: DateTime.formatIso(createdAt) } satisfies FavoriteItem
})
