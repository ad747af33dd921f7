import { Schema } from "effect"
import { LabelText } from "../shared/LabelText.ts"
import { defaultTheme, themeFields } from "./Theme.ts"
import type { ThemeKit } from "./ThemeKit.ts"

/** Maximum length of a kit's name. */
export const maxNameLength = 100

/** The settings of a kit that partners control, with their bounds. */
export const themeKitFields = {
  name: LabelText(maxNameLength).annotateKey({ description: "Name of the kit; it need not be unique" }),
  ...themeFields
}

const ThemeKitSettings = Schema.Struct(themeKitFields)
export interface ThemeKitSettings extends Schema.Schema.Type<typeof ThemeKitSettings> {}

/** A kit to create. */
export const NewThemeKit = Schema.Struct({
  ...themeKitFields,
  logoUrl: Schema.optionalKey(themeFields.logoUrl),
  borderRadius: Schema.optionalKey(themeFields.borderRadius).annotateKey({
    description: `Corner radius in CSS pixels; ${defaultTheme.borderRadius} by default`
  })
})
export interface NewThemeKit extends Schema.Schema.Type<typeof NewThemeKit> {}

export const settingsOf = (kit: ThemeKit): ThemeKitSettings => ({
  name: kit.name,
  colors: kit.colors,
  fonts: kit.fonts,
  logoUrl: kit.logoUrl,
  borderRadius: kit.borderRadius
})
