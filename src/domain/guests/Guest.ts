import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** A guest of an organization; `xid` is the canonical guest id that integrations know. */
export const Guest = Schema.Struct({
  id: RowId,
  organizationId: RowId,
  xid: Schema.NonEmptyString,
  memberId: Schema.NullOr(RowId)
})
export type Guest = typeof Guest.Type
