import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { RowId } from "../shared/Scalars.ts"

/**
 * A pending rebuild of arrival tasks after a change of the benefits due on arrival: the tasks of `venueIds`, or of
 * every venue of the organization if null.
 */
export const ArrivalRebuild = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  venueIds: Schema.NullOr(Schema.Array(VenueId)),
  changedAt: Schema.DateTimeUtc
})
export type ArrivalRebuild = typeof ArrivalRebuild.Type
