import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** A signed-in person of an organization, or of the platform's staff (`isStaff`). */
export const Operator = Schema.Struct({
  id: RowId,
  organizationId: Schema.NullOr(RowId),
  identitySubject: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  email: Schema.String,
  isStaff: Schema.Boolean,
  globalScope: Schema.Boolean,
  allVenues: Schema.Boolean,
  venueIds: Schema.Array(RowId),
  status: Schema.Literals(["active", "deactivated"])
})
export type Operator = typeof Operator.Type
