import { Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { Favorites } from "./Favorites.ts"

/** Takes a property out of the caller's favorites, also one that was hidden since (MEM-111). */
export const removeFavorite = Effect.fnUntraced(function* (propertyDocumentId: string) {
  const { memberId } = yield* MemberCaller
  const favorites = yield* Favorites
  yield* favorites.remove({ memberId, propertyDocumentId })
})
