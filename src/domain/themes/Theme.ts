import { Schema } from "effect"
import { HttpsUrl } from "../shared/HttpsUrl.ts"

/** A colour as `#` and six hexadecimal digits. */
export const HexColor = Schema.String.check(
  Schema.isPattern(/^#[0-9a-fA-F]{6}$/u, {
    expected: "a colour as # and six hexadecimal digits",
    toJsonSchema: () => ({ pattern: "^#[0-9a-fA-F]{6}$", maxLength: 7 })
  })
)

/** The fonts that a theme may use. They are not loaded from elsewhere: guests without the font get a fallback. */
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

/** The colours of a theme; absent ones fall back to the page's defaults. */
export const ThemeColors = Schema.Struct({
  primary: Schema.optionalKey(HexColor).annotateKey({ description: "Buttons, links and the hero bar" }),
  secondary: Schema.optionalKey(HexColor).annotateKey({ description: "Less important buttons" }),
  accent: Schema.optionalKey(HexColor).annotateKey({ description: "Small marks, such as the price of an offer" }),
  background: Schema.optionalKey(HexColor).annotateKey({ description: "Page background" }),
  surface: Schema.optionalKey(HexColor).annotateKey({ description: "Card background" }),
  text: Schema.optionalKey(HexColor).annotateKey({ description: "Text" }),
  muted: Schema.optionalKey(HexColor).annotateKey({ description: "Captions and other muted text" }),
  border: Schema.optionalKey(HexColor).annotateKey({ description: "Card borders" })
})
export interface ThemeColors extends Schema.Schema.Type<typeof ThemeColors> {}

export const ThemeFonts = Schema.Struct({
  heading: Schema.optionalKey(FontName).annotateKey({ description: "Font of headings" }),
  body: Schema.optionalKey(FontName).annotateKey({ description: "Font of everything else" })
})
export interface ThemeFonts extends Schema.Schema.Type<typeof ThemeFonts> {}

/** The appearance of a page (PAR-089). */
export const themeFields = {
  colors: ThemeColors.annotateKey({ description: "Colours of the light scheme; the dark one is derived from them" }),
  fonts: ThemeFonts.annotateKey({ description: "Fonts by purpose" }),
  logoUrl: Schema.NullOr(HttpsUrl).annotateKey({ description: "URL of the logo; null if none" }),
  borderRadius: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 64 })).annotateKey({
    description: "Corner radius in CSS pixels"
  })
}

/** The theme of one version of a page: a snapshot, unaffected by later changes of its kit (DOMAIN 8). */
export const PageTheme = Schema.Struct({
  themeKitId: Schema.NullOr(Schema.String).annotateKey({
    description: "Id of the theme kit applied last; null if none"
  }),
  ...themeFields
})
export interface PageTheme extends Schema.Schema.Type<typeof PageTheme> {}

/** The default theme of a page. */
export const defaultTheme: PageTheme = { themeKitId: null, colors: {}, fonts: {}, logoUrl: null, borderRadius: 8 }
