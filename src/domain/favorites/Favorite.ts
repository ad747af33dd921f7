import { Schema } from "effect"
import { MemberId } from "../members/Member.ts"
import { VenueId } from "../properties/Property.ts"

/** A property that a member keeps in view, as stored: one row for the two of them (DOMAIN 9). */
export const Favorite = Schema.Struct({
  memberId: MemberId,
  propertyId: VenueId,
  createdAt: Schema.DateTimeUtc
})
export type Favorite = typeof Favorite.Type
