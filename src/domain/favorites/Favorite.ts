import { Schema } from "effect"
import { MemberId } from "../members/Member.ts"
import { VenueId } from "../properties/Property.ts"

/** A member's favorite property as stored: one row per member and property (DOMAIN 9). */
export const Favorite = Schema.Struct({
  memberId: MemberId,
  propertyId: VenueId,
  createdAt: Schema.DateTimeUtc
})
export type Favorite = typeof Favorite.Type
