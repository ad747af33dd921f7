import { Schema } from "effect"
import { MemberId } from "../members/Member.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** A guest of an organization; `xid` is the canonical guest id that integrations use. */
export const Guest = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  xid: Schema.NonEmptyString,
  memberId: Schema.NullOr(MemberId)
})
export type Guest = typeof Guest.Type
