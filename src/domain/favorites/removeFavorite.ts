import { Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { lockOpenAccount } from "../members/lockOpenAccount.ts"
import { auditFavorite } from "./auditFavorite.ts"
import { Favorites } from "./Favorites.ts"

/** Removes a property from the caller's favorites, hidden or not (MEM-111); a merge does not restore it (DOMAIN 4.5). */
export const removeFavorite = Effect.fnUntraced(function* (propertyDocumentId: string) {
  const { memberId } = yield* MemberCaller
  const favorites = yield* Favorites
  yield* lockOpenAccount
  yield* favorites.remove({ memberId, propertyDocumentId })
  yield* auditFavorite("removed", propertyDocumentId)
})
