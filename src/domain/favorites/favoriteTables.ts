import { table } from "../dataset/Table.ts"
import { Favorite } from "./Favorite.ts"

/** Members' favorite properties. */
export const favoriteTables = {
  favorites: table(Favorite, {
    key: ["memberId", "propertyId"],
    references: {
      favorites_member_id_fkey: { fields: ["memberId"], to: "members" },
      favorites_property_id_fkey: { fields: ["propertyId"], to: "properties" }
    },
    tenant: "memberId"
  })
}
