import { HttpApiBuilder } from "effect/http-api"
import { addFavorite } from "../../domain/favorites/addFavorite.ts"
import { getFavoriteStatus } from "../../domain/favorites/getFavoriteStatus.ts"
import { listFavorites } from "../../domain/favorites/listFavorites.ts"
import { removeFavorite } from "../../domain/favorites/removeFavorite.ts"
import { MemberApi } from "./MemberApi.ts"

/** A client that hangs up does not stop a write midway. */
const options = { uninterruptible: true } as const

export const FavoritesHandlers = HttpApiBuilder.group(MemberApi, "favorites", (handlers) =>
  handlers.handleAll({
    listFavorites: ({ query }) => listFavorites(query),
    addFavorite: { handler: ({ payload }) => addFavorite(payload.propertyDocumentId), options },
    removeFavorite: { handler: ({ params }) => removeFavorite(params.propertyDocumentId), options },
    getFavoriteStatus: ({ params }) => getFavoriteStatus(params.propertyDocumentId)
  })
)
