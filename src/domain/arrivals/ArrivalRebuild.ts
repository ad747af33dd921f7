import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { RowId } from "../shared/Scalars.ts"

/**
 * A change of what arriving members are owed whose arrival tasks are still to be rebuilt: those of `venueIds`, or of
 * every venue of the organization if null.
 */
export const ArrivalRebuild = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  venueIds: Schema.NullOr(Schema.Array(VenueId)),
  changedAt: Schema.DateTimeUtc
})
export type ArrivalRebuild = typeof ArrivalRebuild.Type
