import { Record } from "effect"
import { blackOrWhiteOn } from "../../domain/themes/contrast.ts"
import { darkPalette, lightPalette, type Palette } from "../../domain/themes/palette.ts"
import type { PageTheme, ThemeFonts } from "../../domain/themes/Theme.ts"

type FontName = NonNullable<ThemeFonts["heading"]>

const serif = "Georgia, 'Times New Roman', serif"
const sans = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** The fallbacks of each font on guests' devices, nearest first: pages load no fonts. */
const stacks: Readonly<Record<FontName, string>> = {
  "system-ui": sans,
  Inter: `Inter, ${sans}`,
  Roboto: `Roboto, ${sans}`,
  "Open Sans": `'Open Sans', 'Noto Sans', ${sans}`,
  Lato: `Lato, Carlito, ${sans}`,
  Montserrat: `Montserrat, 'Avenir Next', Avenir, ${sans}`,
  Poppins: `Poppins, 'Avenir Next', Avenir, ${sans}`,
  Nunito: `Nunito, 'Avenir Next Rounded', ${sans}`,
  "Source Sans 3": `'Source Sans 3', 'Source Sans Pro', ${sans}`,
  Helvetica: "Helvetica, 'Helvetica Neue', Arial, sans-serif",
  Arial: "Arial, Helvetica, sans-serif",
  Verdana: "Verdana, Geneva, 'DejaVu Sans', sans-serif",
  Georgia: serif,
  "Times New Roman": "'Times New Roman', Times, serif",
  Garamond: `Garamond, 'EB Garamond', 'Cormorant Garamond', Baskerville, ${serif}`,
  "Playfair Display": `'Playfair Display', Didot, 'Bodoni MT', ${serif}`,
  Merriweather: `Merriweather, 'Iowan Old Style', ${serif}`,
  Lora: `Lora, 'Iowan Old Style', 'Palatino Linotype', ${serif}`
}

/** A colour that is safe to embed in a style; anything else becomes `currentColor`. */
const safe = (color: string) => (/^#[0-9a-f]{6}$/iu.test(color) ? color : "currentColor")

const variables = (palette: Palette) =>
  [
    ...Record.toEntries(palette).map(([name, color]) => `--${name}:${safe(color)}`),
    `--on-primary:${blackOrWhiteOn(palette.primary)}`
  ].join(";")

/** The colours of wide bands, the same in the light and the dark scheme, where a light band would dazzle. */
const band = ({ primary }: Palette) => `--band:${safe(primary)};--on-band:${blackOrWhiteOn(primary)}`

/** What a logo, or its text, stands on in the dark scheme: the background of the light one, unless it is the same. */
const logoBack = (light: Palette, dark: Palette) =>
  dark.background === light.background ? "" : `--logo-back:${safe(light.background)};--logo-text:${safe(light.text)};`

/** The tokens of a theme as CSS variables, light and dark. */
export const themeStyle = ({ borderRadius, colors, fonts }: PageTheme): string => {
  const [light, dark] = [lightPalette(colors), darkPalette(colors)]
  return (
    `:root{color-scheme:light dark;--radius:${borderRadius}px;` +
    `--heading-font:${stacks[fonts.heading ?? "system-ui"]};--body-font:${stacks[fonts.body ?? "system-ui"]};` +
    `${band(light)};${variables(light)}}` +
    `@media (prefers-color-scheme:dark){:root{${logoBack(light, dark)}${variables(dark)}}}`
  )
}

/** The background colours of the page, for the browser's own frame around it. */
export const frameColors = ({ colors }: PageTheme) => ({
  light: lightPalette(colors).background,
  dark: darkPalette(colors).background
})
