import { Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { Favorites } from "./Favorites.ts"

/** A page of the caller's favorites, newest first, without hidden properties (MEM-111, PUB-018). */
export const listFavorites = Effect.fnUntraced(function* (page: { readonly limit: number; readonly offset: number }) {
  const { memberId } = yield* MemberCaller
  const favorites = yield* Favorites
  return { ...(yield* favorites.list({ memberId, ...page })), ...page }
})
