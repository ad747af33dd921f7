import { Schema } from "effect"
import { SomeVenueIds } from "../properties/VenueIds.ts"

/** The settings of an entitlement with bounds of their own. */
export const entitlementFields = {
  quantityPerStay: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })),
  /** Null: every venue. */
  venueIds: Schema.NullOr(SomeVenueIds)
}
