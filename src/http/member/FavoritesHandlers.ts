import { addFavorite } from "../../domain/favorites/addFavorite.ts"
import { getFavoriteStatus } from "../../domain/favorites/getFavoriteStatus.ts"
import { listFavorites } from "../../domain/favorites/listFavorites.ts"
import { removeFavorite } from "../../domain/favorites/removeFavorite.ts"
import { handlersOf } from "../surface/handlers.ts"
import { MemberApi } from "./MemberApi.ts"

export const FavoritesHandlers = handlersOf(
  MemberApi,
  "favorites"
)({
  listFavorites: ({ query }) => listFavorites(query),
  addFavorite: ({ payload }) => addFavorite(payload.propertyDocumentId),
  removeFavorite: ({ params }) => removeFavorite(params.propertyDocumentId),
  getFavoriteStatus: ({ params }) => getFavoriteStatus(params.propertyDocumentId)
})
