import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** A property that a member keeps in view, as stored: one row for the two of them (DOMAIN 9). */
export const Favorite = Schema.Struct({
  memberId: RowId,
  propertyId: RowId,
  createdAt: Schema.DateTimeUtc
})
export type Favorite = typeof Favorite.Type
