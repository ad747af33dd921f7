import { Record } from "effect"
import { blackOrWhiteOn } from "../../domain/themes/contrast.ts"
import { darkPalette, lightPalette, type Palette } from "../../domain/themes/palette.ts"
import type { PageTheme, ThemeFonts } from "../../domain/themes/Theme.ts"

type FontName = NonNullable<ThemeFonts["heading"]>

const serif = "Georgia, 'Times New Roman', serif"
const sans = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** For each font those that come nearest to it, in case a guest does not have it: pages load none. */
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

/** A colour as it may stand in a style; anything else is none. */
const safe = (color: string) => (/^#[0-9a-f]{6}$/iu.test(color) ? color : "currentColor")

const variables = (palette: Palette) =>
  [
    ...Record.toEntries(palette).map(([name, color]) => `--${name}:${safe(color)}`),
    `--on-primary:${blackOrWhiteOn(palette.primary)}`
  ].join(";")

/** Wide bands of colour: as they are in the light scheme also in the dark one, where a light band would dazzle. */
const band = ({ primary }: Palette) => `--band:${safe(primary)};--on-band:${blackOrWhiteOn(primary)}`

/** The tokens of a theme as variables of a style, light and dark. */
export const themeStyle = ({ borderRadius, colors, fonts }: PageTheme): string =>
  `:root{color-scheme:light dark;--radius:${borderRadius}px;` +
  `--heading-font:${stacks[fonts.heading ?? "system-ui"]};--body-font:${stacks[fonts.body ?? "system-ui"]};` +
  `${band(lightPalette(colors))};${variables(lightPalette(colors))}}` +
  `@media (prefers-color-scheme:dark){:root{${variables(darkPalette(colors))}}}`

/** The colours behind the page, for the frame that a browser draws around it. */
export const frameColors = ({ colors }: PageTheme) => ({
  light: lightPalette(colors).background,
  dark: darkPalette(colors).background
})
