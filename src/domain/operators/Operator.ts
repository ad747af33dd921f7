import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { RowId } from "../shared/Scalars.ts"

/** Internal row id; callers see the operator's subject. */
export const OperatorId = RowId.pipe(Schema.brand("OperatorId"))
export type OperatorId = typeof OperatorId.Type

/** A person who signs in for an organization or as platform staff (`isStaff`). */
export const Operator = Schema.Struct({
  id: OperatorId,
  organizationId: Schema.NullOr(OrganizationId),
  identitySubject: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  email: Schema.String,
  /** The person's role in the organization; an open set. */
  role: Schema.NonEmptyString,
  isStaff: Schema.Boolean,
  globalScope: Schema.Boolean,
  allVenues: Schema.Boolean,
  venueIds: Schema.Array(VenueId),
  /** Permissions on the operator routes; the Partner API uses those of the token (INT-006, INT-007). */
  permissions: Schema.Array(Schema.String),
  status: Schema.Literals(["active", "deactivated"]),
  updatedAt: Schema.DateTimeUtc
})
export type Operator = typeof Operator.Type
