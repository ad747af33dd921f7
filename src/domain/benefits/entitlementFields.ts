import { Schema } from "effect"
import { ExternalId } from "../shared/ExternalId.ts"

/** Maximum number of venues to which an entitlement is limited. */
const maxVenues = 1000

/** The settings of an entitlement with bounds of their own. */
export const entitlementFields = {
  quantityPerStay: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })),
  /** Null: every venue. */
  venueIds: Schema.NullOr(
    Schema.Array(ExternalId).check(Schema.isMinLength(1), Schema.isMaxLength(maxVenues), Schema.isUnique())
  )
}
