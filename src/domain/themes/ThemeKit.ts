import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"
import { themeFields } from "./Theme.ts"

/** Internal row id. */
export const ThemeKitRowId = RowId.pipe(Schema.brand("ThemeKitRowId"))
export type ThemeKitRowId = typeof ThemeKitRowId.Type

/**
 * A stored theme that an organization's pages can start from. One per organization is the default (DOMAIN 8). `version`
 * and `updatedAt` advance with every change.
 */
export const ThemeKitRow = Schema.Struct({
  id: ThemeKitRowId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  name: Schema.NonEmptyString,
  ...themeFields,
  isDefault: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type ThemeKitRow = typeof ThemeKitRow.Type
