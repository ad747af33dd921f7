import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { bytesAtMost } from "../shared/bytesAtMost.ts"
import { RowId } from "../shared/Scalars.ts"

/** A brand as the local core API stores it. Name and document id together fit a position. */
export const BrandRow = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  documentId: Schema.NonEmptyString.check(bytesAtMost(49)),
  name: Schema.NonEmptyString.check(bytesAtMost(300)),
  slug: Schema.NonEmptyString,
  status: Schema.Literals(["active", "inactive"]),
  logoUrl: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type BrandRow = typeof BrandRow.Type
