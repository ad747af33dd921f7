import { Schema } from "effect"
import { LabelText } from "../shared/LabelText.ts"
import { plainTheme, themeFields } from "./Theme.ts"
import type { ThemeKitRow } from "./ThemeKit.ts"

/** The most characters of a kit's name. */
export const longestName = 100

/** What partners decide of a kit, with the bounds of each. */
export const themeKitFields = {
  name: LabelText(longestName).annotateKey({ description: "Name of the kit; it need not be unique" }),
  ...themeFields
}

const ThemeKitSettings = Schema.Struct(themeKitFields)
export interface ThemeKitSettings extends Schema.Schema.Type<typeof ThemeKitSettings> {}

/** A kit to make. */
export const NewThemeKit = Schema.Struct({
  ...themeKitFields,
  logoUrl: Schema.optionalKey(themeFields.logoUrl),
  borderRadius: Schema.optionalKey(themeFields.borderRadius).annotateKey({
    description: `Rounding of corners in CSS pixels; ${plainTheme.borderRadius} unless said otherwise`
  })
})
export interface NewThemeKit extends Schema.Schema.Type<typeof NewThemeKit> {}

export const settingsOf = (kit: ThemeKitRow): ThemeKitSettings => ({
  name: kit.name,
  colors: kit.colors,
  fonts: kit.fonts,
  logoUrl: kit.logoUrl,
  borderRadius: kit.borderRadius
})
