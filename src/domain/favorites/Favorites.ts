import { Context, type Effect, type Option } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { Page } from "../shared/Page.ts"
import type { Favorite } from "./Favorite.ts"
import type { FavoriteMissing, FavoriteTaken } from "./FavoriteErrors.ts"
import type { FavoriteItem } from "./FavoriteItem.ts"

export interface FavoritesQuery {
  readonly memberId: MemberId
  readonly limit: number
  readonly offset: number
}

/** A member and a property by its document id, compared as bytes. */
export interface FavoriteLocator {
  readonly memberId: MemberId
  readonly propertyDocumentId: string
}

/** The favorites of members. A favorite persists while its property is hidden. */
export class Favorites extends Context.Service<
  Favorites,
  {
    /** Newest first, then by property id, highest first; hidden properties are neither listed nor counted (PUB-018). */
    readonly list: (query: FavoritesQuery) => Effect.Effect<Page<FavoriteItem>>
    /** Finds favorites of hidden properties too. */
    readonly find: (locator: FavoriteLocator) => Effect.Effect<Option.Option<Favorite>>
    readonly insert: (favorite: Favorite) => Effect.Effect<void, FavoriteTaken>
    readonly remove: (locator: FavoriteLocator) => Effect.Effect<void, FavoriteMissing>
  }
>()("hub/domain/favorites/Favorites") {}
