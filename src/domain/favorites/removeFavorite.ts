import { Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { auditFavorite } from "./auditFavorite.ts"
import { Favorites } from "./Favorites.ts"

/** Removes a property from the caller's favorites, hidden or not (MEM-111). */
export const removeFavorite = Effect.fnUntraced(function* (propertyDocumentId: string) {
  const { memberId } = yield* MemberCaller
  const favorites = yield* Favorites
  yield* favorites.remove({ memberId, propertyDocumentId })
  yield* auditFavorite("removed", propertyDocumentId)
})
