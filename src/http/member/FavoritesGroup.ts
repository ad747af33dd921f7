import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { FavoriteMissing, FavoriteTaken } from "../../domain/favorites/FavoriteErrors.ts"
import { FavoriteItem } from "../../domain/favorites/FavoriteItem.ts"
import { PropertyMissing } from "../../domain/properties/PropertyErrors.ts"
import { clampedOffsetQuery, offsetPage } from "../surface/schemas/offsetPaging.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { memberFailure } from "./memberFailure.ts"
import { read, write } from "./verbs.ts"

const FavoritePage = Schema.Struct(offsetPage(FavoriteItem)).annotate({ identifier: "FavoritePage" })

const FavoriteStatus = Schema.Struct({
  isFavorited: Schema.Boolean.annotateKey({
    description: "Whether it is a favorite; false for a property that does not exist"
  })
}).annotate({ identifier: "FavoriteStatus" })

const NewFavorite = Schema.Struct({
  propertyDocumentId: Schema.String.check(Schema.isBetweenLength(1, 10_000)).annotate({
    description: "Document id of the property"
  })
})

const params = {
  propertyDocumentId: PathText.pipe(Schema.annotateEncoded({ description: "Document id of the property" }))
}

/** The member's favorite properties (MEM-110, MEM-111). */
export class FavoritesGroup extends HttpApiGroup.make("favorites")
  .add(
    read.get("listFavorites", "/me/collections/favorites", {
      query: Schema.Struct(clampedOffsetQuery(20)),
      success: FavoritePage,
      summary: "List favorite properties",
      description: "Most recently added first. Properties that are currently hidden are neither listed nor counted."
    }),
    write.post("addFavorite", "/me/collections/favorites", {
      payload: NewFavorite,
      success: FavoriteItem.pipe(HttpApiSchema.status(201)),
      errors: [memberFailure(PropertyMissing), memberFailure(FavoriteTaken)],
      summary: "Add a favorite property",
      description: "409 if the property is already a favorite."
    }),
    write.delete("removeFavorite", "/me/collections/favorites/:propertyDocumentId", {
      params,
      errors: [memberFailure(FavoriteMissing)],
      summary: "Remove a favorite property",
      description: "404 if the property is not a favorite."
    }),
    read.get("getFavoriteStatus", "/me/collections/favorites/:propertyDocumentId/status", {
      params,
      success: FavoriteStatus,
      summary: "Check whether a property is a favorite",
      description: "`isFavorited` is also false for a property that does not exist."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Favorites", description: "The member's favorite properties" })) {}
