import { Effect, Option } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { Favorites } from "./Favorites.ts"

/** Whether a property is among the caller's favorites; false for an unknown property (MEM-110). */
export const getFavoriteStatus = Effect.fnUntraced(function* (propertyDocumentId: string) {
  const { memberId } = yield* MemberCaller
  const favorites = yield* Favorites
  return { isFavorited: Option.isSome(yield* favorites.find({ memberId, propertyDocumentId })) }
})
