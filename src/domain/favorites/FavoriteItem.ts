import { Schema } from "effect"
import { PropertyItem } from "../properties/PropertyItem.ts"
import { Instant } from "../shared/Instant.ts"

/** A favorite as its member sees it: the property as in search results, and when it was added (MEM-111). */
export const FavoriteItem = Schema.Struct({
  ...PropertyItem.fields,
  favoritedAt: Instant.annotateKey({ description: "When the member added it" })
}).annotate({ identifier: "Favorite" })
export interface FavoriteItem extends Schema.Schema.Type<typeof FavoriteItem> {}
