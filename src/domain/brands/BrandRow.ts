import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { bytesAtMost } from "../shared/bytesAtMost.ts"
import { RowId } from "../shared/Scalars.ts"

/** Name and document id together fit a position in a walk of brands (HUB-019). */
export const mostNameBytes = 300
export const mostIdBytes = 49

/** A brand as the local core API stores it. */
export const BrandRow = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  documentId: Schema.NonEmptyString.check(bytesAtMost(mostIdBytes)),
  name: Schema.NonEmptyString.check(bytesAtMost(mostNameBytes)),
  slug: Schema.NonEmptyString,
  status: Schema.Literals(["active", "inactive"]),
  logoUrl: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type BrandRow = typeof BrandRow.Type
