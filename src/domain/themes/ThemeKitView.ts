import { Schema } from "effect"
import { ContrastWarning, contrastWarnings } from "./contrastWarnings.ts"
import { settingsOf, themeKitFields } from "./ThemeKitSettings.ts"
import type { ThemeKitRecord } from "./ThemeKits.ts"

/** A theme kit as partners see it, with what of it is hard to read (PAR-110). */
export const ThemeKitView = Schema.Struct({
  themeKitId: Schema.NonEmptyString.annotateKey({ description: "Id of the kit" }),
  ...themeKitFields,
  isDefault: Schema.Boolean.annotateKey({
    description: "Whether it is the default of its organization; exactly one of its kits is"
  }),
  usedByPages: Schema.Int.annotateKey({
    description: [
      "Pages of the whole organization whose draft, or whose version published last, was made with the kit; whatever",
      "venues you reach"
    ].join(" ")
  }),
  version: Schema.Int.annotateKey({ description: "Advances with every change of the kit; the ETag is made of it" }),
  updatedAt: Schema.DateTimeUtc.annotateKey({ description: "When `version` last advanced" }),
  warnings: Schema.Array(ContrastWarning).annotateKey({
    description:
      "What is hard to read in the light scheme, where a token is absent with the page's own colour; often none"
  })
}).annotate({ identifier: "ThemeKit" })
export interface ThemeKitView extends Schema.Schema.Type<typeof ThemeKitView> {}

/** A stored kit as partners see it. */
export const showThemeKit = ({ kit, usedByPages }: ThemeKitRecord): ThemeKitView => ({
  themeKitId: kit.xid,
  ...settingsOf(kit),
  isDefault: kit.isDefault,
  usedByPages,
  version: kit.version,
  updatedAt: kit.updatedAt,
  warnings: contrastWarnings(kit.colors)
})
