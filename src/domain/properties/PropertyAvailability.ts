import { Schema } from "effect"
import { CalendarDate } from "../shared/Scalars.ts"
import { VenueId } from "./Property.ts"

/** One night at a property: the rooms left and the price of one, in points. A night without a row is not on sale. */
export const PropertyAvailability = Schema.Struct({
  propertyId: VenueId,
  date: CalendarDate,
  roomsLeft: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  nightlyCostPoints: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
})
export type PropertyAvailability = typeof PropertyAvailability.Type
