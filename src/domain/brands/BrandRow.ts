import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { bytesAtMost } from "../shared/bytesAtMost.ts"
import { RowId } from "../shared/Scalars.ts"

/** Limits that make name and document id together fit into a cursor position (HUB-019). */
export const maxNameBytes = 300
export const maxIdBytes = 49

/** A brand as the local core API stores it. */
export const BrandRow = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  documentId: Schema.NonEmptyString.check(bytesAtMost(maxIdBytes)),
  name: Schema.NonEmptyString.check(bytesAtMost(maxNameBytes)),
  slug: Schema.NonEmptyString,
  status: Schema.Literals(["active", "inactive"]),
  logoUrl: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type BrandRow = typeof BrandRow.Type
