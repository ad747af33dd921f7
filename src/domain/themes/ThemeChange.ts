import { Record, Schema } from "effect"
import { omitNull } from "../shared/omitNull.ts"
import { fontNames, HexColor, ThemeColors, themeFields, ThemeFonts } from "./Theme.ts"

const ColorChanges = Schema.Struct(
  Record.map(ThemeColors.fields, (_, token) =>
    Schema.optionalKey(Schema.NullOr(HexColor)).annotateKey({
      description: `The colour \`${token}\`; null resets it to the page's default`
    })
  )
)

const FontChanges = Schema.Struct(
  Record.map(ThemeFonts.fields, (_, token) =>
    Schema.optionalKey(Schema.NullOr(Schema.Literals(fontNames))).annotateKey({
      description: `The font \`${token}\`; null resets it to the page's default`
    })
  )
)

/** The fields of a theme change: absent tokens and fields stay, a null token is removed. */
export const themeChangeFields = {
  colors: Schema.optionalKey(ColorChanges).annotateKey({ description: "The colours to change, token by token" }),
  fonts: Schema.optionalKey(FontChanges).annotateKey({ description: "The fonts to change, token by token" }),
  logoUrl: Schema.optionalKey(themeFields.logoUrl),
  borderRadius: Schema.optionalKey(themeFields.borderRadius)
}

const ThemeChange = Schema.Struct(themeChangeFields)
export interface ThemeChange extends Schema.Schema.Type<typeof ThemeChange> {}

interface Tokens {
  readonly colors: ThemeColors
  readonly fonts: ThemeFonts
}

/** The colours and fonts of a theme after a change. */
export const changedTokens = (theme: Tokens, { colors, fonts }: ThemeChange): Tokens => ({
  colors: omitNull({ ...theme.colors, ...colors }),
  fonts: omitNull({ ...theme.fonts, ...fonts })
})
