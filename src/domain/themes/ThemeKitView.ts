import { Schema } from "effect"
import { ContrastWarning, contrastWarnings } from "./contrastWarnings.ts"
import { settingsOf, themeKitFields } from "./ThemeKitSettings.ts"
import type { ThemeKitRecord } from "./ThemeKits.ts"

/** A theme kit as partners see it, with contrast warnings (PAR-110). */
export const ThemeKitView = Schema.Struct({
  themeKitId: Schema.NonEmptyString.annotateKey({ description: "Id of the kit" }),
  ...themeKitFields,
  isDefault: Schema.Boolean.annotateKey({
    description: "Whether it is the default of its organization, which has exactly one"
  }),
  usedByPages: Schema.Int.annotateKey({
    description: [
      "Number of the organization's pages whose draft or latest published version uses the kit, regardless of",
      "your reach"
    ].join(" ")
  }),
  version: Schema.Int.annotateKey({
    description: "Incremented by every change of the kit; the ETag is derived from it"
  }),
  updatedAt: Schema.DateTimeUtc.annotateKey({ description: "When `version` was last incremented" }),
  warnings: Schema.Array(ContrastWarning).annotateKey({
    description:
      "Color pairs with insufficient contrast in the light scheme, with default colors for absent tokens; often empty"
  })
}).annotate({ identifier: "ThemeKit" })
export interface ThemeKitView extends Schema.Schema.Type<typeof ThemeKitView> {}

/** A stored kit as partners see it. */
export const toThemeKitView = ({ kit, usedByPages }: ThemeKitRecord): ThemeKitView => ({
  themeKitId: kit.xid,
  ...settingsOf(kit),
  isDefault: kit.isDefault,
  usedByPages,
  version: kit.version,
  updatedAt: kit.updatedAt,
  warnings: contrastWarnings(kit.colors)
})
