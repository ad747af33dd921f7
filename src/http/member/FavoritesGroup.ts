import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { FavoriteMissing, FavoriteTaken } from "../../domain/favorites/FavoriteErrors.ts"
import { FavoriteItem } from "../../domain/favorites/FavoriteItem.ts"
import { PropertyMissing } from "../../domain/properties/PropertyErrors.ts"
import { clampedOffsetQuery, offsetPage } from "../surface/offsetPaging.ts"
import { PathText } from "../surface/PathText.ts"
import { bodyFailures, requestInvalid } from "./commonFailures.ts"
import { MemberAccess } from "./MemberAccess.ts"
import { memberFailure } from "./memberFailure.ts"

const FavoritePage = Schema.Struct(offsetPage(FavoriteItem)).annotate({ identifier: "FavoritePage" })

const FavoriteStatus = Schema.Struct({ isFavorited: Schema.Boolean }).annotate({ identifier: "FavoriteStatus" })

const NewFavorite = Schema.Struct({
  propertyDocumentId: Schema.NonEmptyString.annotate({ description: "Document id of the property" })
})

const params = { propertyDocumentId: PathText }

/** The properties the member keeps in view (MEM-110, MEM-111). */
export class FavoritesGroup extends HttpApiGroup.make("favorites")
  .add(
    HttpApiEndpoint.get("listFavorites", "/me/collections/favorites", {
      query: Schema.Struct(clampedOffsetQuery(20)),
      success: FavoritePage,
      error: requestInvalid
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "listFavorites",
        summary: "The member's favorite properties",
        description: "The last one first. Properties that are hidden at the moment are neither listed nor counted."
      })
    ),
    HttpApiEndpoint.post("addFavorite", "/me/collections/favorites", {
      payload: NewFavorite,
      success: FavoriteItem.pipe(HttpApiSchema.status(201)),
      error: [memberFailure(PropertyMissing), memberFailure(FavoriteTaken), ...bodyFailures]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "addFavorite",
        summary: "Add a favorite property",
        description: "409 when it is one already."
      })
    ),
    HttpApiEndpoint.delete("removeFavorite", "/me/collections/favorites/:propertyDocumentId", {
      params,
      success: HttpApiSchema.NoContent,
      error: [memberFailure(FavoriteMissing), requestInvalid]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "removeFavorite",
        summary: "Remove a favorite property",
        description: "404 when it is none."
      })
    ),
    HttpApiEndpoint.get("getFavoriteStatus", "/me/collections/favorites/:propertyDocumentId/status", {
      params,
      success: FavoriteStatus,
      error: requestInvalid
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "getFavoriteStatus",
        summary: "Whether a property is a favorite",
        description: "False also of a property that does not exist."
      })
    )
  )
  .middleware(MemberAccess)
  .annotateMerge(OpenApi.annotations({ title: "Favorites", description: "Properties the member keeps in view" })) {}
