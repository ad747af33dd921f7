import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"
import { themeFields } from "./Theme.ts"

/** Internal row id. */
export const ThemeKitId = RowId.pipe(Schema.brand("ThemeKitId"))
export type ThemeKitId = typeof ThemeKitId.Type

/**
 * A stored theme that an organization's pages can start from. One per organization is the default (DOMAIN 8). `version`
 * and `updatedAt` advance with every change.
 */
export const ThemeKit = Schema.Struct({
  id: ThemeKitId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  name: Schema.NonEmptyString,
  ...themeFields,
  isDefault: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type ThemeKit = typeof ThemeKit.Type
