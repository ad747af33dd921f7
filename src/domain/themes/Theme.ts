import { Schema } from "effect"
import { HttpsUrl } from "../shared/HttpsUrl.ts"

/** A colour as `#` and six hexadecimal digits. */
export const HexColor = Schema.String.check(
  Schema.isPattern(/^#[0-9a-fA-F]{6}$/u, {
    expected: "a colour as # and six hexadecimal digits",
    toJsonSchema: () => ({ pattern: "^#[0-9a-fA-F]{6}$", maxLength: 7 })
  })
)

/** The fonts that a theme may name. None is loaded from elsewhere: a guest without it sees one like it. */
export const fontNames = [
  "system-ui",
  "Inter",
  "Roboto",
  "Open Sans",
  "Lato",
  "Montserrat",
  "Poppins",
  "Nunito",
  "Source Sans 3",
  "Helvetica",
  "Arial",
  "Verdana",
  "Georgia",
  "Times New Roman",
  "Garamond",
  "Playfair Display",
  "Merriweather",
  "Lora"
] as const

const FontName = Schema.Literals(fontNames)

/** The colours of a theme; for one that is absent the page has its own. */
export const ThemeColors = Schema.Struct({
  primary: Schema.optionalKey(HexColor).annotateKey({ description: "Buttons, links and the bar of the hero" }),
  secondary: Schema.optionalKey(HexColor).annotateKey({ description: "Less important buttons" }),
  accent: Schema.optionalKey(HexColor).annotateKey({ description: "Small marks, such as the price of an offer" }),
  background: Schema.optionalKey(HexColor).annotateKey({ description: "Behind everything" }),
  surface: Schema.optionalKey(HexColor).annotateKey({ description: "Behind cards" }),
  text: Schema.optionalKey(HexColor).annotateKey({ description: "Text" }),
  muted: Schema.optionalKey(HexColor).annotateKey({ description: "Captions and other quiet text" }),
  border: Schema.optionalKey(HexColor).annotateKey({ description: "Lines around cards" })
})
export interface ThemeColors extends Schema.Schema.Type<typeof ThemeColors> {}

export const ThemeFonts = Schema.Struct({
  heading: Schema.optionalKey(FontName).annotateKey({ description: "Font of headings" }),
  body: Schema.optionalKey(FontName).annotateKey({ description: "Font of everything else" })
})
export interface ThemeFonts extends Schema.Schema.Type<typeof ThemeFonts> {}

/** How a page looks, apart from its content (PAR-089). */
export const themeFields = {
  colors: ThemeColors.annotateKey({ description: "Colours of the light scheme; the dark one is derived from them" }),
  fonts: ThemeFonts.annotateKey({ description: "Fonts by what they are for" }),
  logoUrl: Schema.NullOr(HttpsUrl).annotateKey({ description: "Address of the logo; null for none" }),
  borderRadius: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 64 })).annotateKey({
    description: "Rounding of corners in CSS pixels"
  })
}

/** The theme of one version of a page: a snapshot, whatever becomes of the kit that it began as (DOMAIN 8). */
export const PageTheme = Schema.Struct({
  themeKitId: Schema.NullOr(Schema.String).annotateKey({
    description: "Id of the theme kit that was applied last; null for none"
  }),
  ...themeFields
})
export interface PageTheme extends Schema.Schema.Type<typeof PageTheme> {}

/** The theme of a page that nobody has given one. */
export const plainTheme: PageTheme = { themeKitId: null, colors: {}, fonts: {}, logoUrl: null, borderRadius: 8 }
