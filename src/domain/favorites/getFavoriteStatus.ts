import { Effect, Option } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { Favorites } from "./Favorites.ts"

/** Whether the caller keeps a property in view; of one that does not exist he does not (MEM-110). */
export const getFavoriteStatus = Effect.fnUntraced(function* (propertyDocumentId: string) {
  const { memberId } = yield* MemberCaller
  const favorites = yield* Favorites
  return { isFavorited: Option.isSome(yield* favorites.find({ memberId, propertyDocumentId })) }
})
