import { contrast } from "./contrast.ts"
import type { ThemeColors } from "./Theme.ts"

/** A colour for each token of a theme. */
export type Palette = Required<ThemeColors>

/** What text needs to stand out from what is behind it (WCAG 2.1, 1.4.3). */
export const readableContrast = 4.5

/** The colours of a page whose theme names none. */
const lightDefaults: Palette = {
  primary: "#1f4f82",
  secondary: "#44546a",
  accent: "#a33b2e",
  background: "#ffffff",
  surface: "#f5f7fa",
  text: "#1c2733",
  muted: "#55616e",
  border: "#d3dae1"
}

/** What is behind text, the text, and lines of the dark scheme, unless the theme itself is as dark. */
const darkDefaults = {
  background: "#12171d",
  surface: "#1c232b",
  text: "#e8ecf1",
  muted: "#adb8c4",
  border: "#3b4653"
} as const

/** The colours of the light scheme: those of the theme, and the page's own for tokens that it leaves out. */
export const lightPalette = (colors: ThemeColors): Palette => ({ ...lightDefaults, ...colors })

const steps = 20

/** The colour with so many twentieths of white. */
const lightened = (color: string, share: number): string => {
  const channel = (from: number) => {
    const given = Number.parseInt(color.slice(from, from + 2), 16)
    return Math.round(given + ((255 - given) * share) / steps)
      .toString(16)
      .padStart(2, "0")
  }
  return share === 0 ? color : `#${channel(1)}${channel(3)}${channel(5)}`
}

/** Dark enough that even the quiet text of the dark scheme is read on it. */
const isDark = (color: string) => contrast(darkDefaults.muted, color) >= readableContrast

/**
 * The colours of the dark scheme. A theme that is dark already keeps what is behind its text, and text that is light;
 * anything else of these is the page's own. Its other colours gain white until they can be read on background and
 * surface: that takes few steps, and white always can.
 */
export const darkPalette = (colors: ThemeColors): Palette => {
  const light = lightPalette(colors)
  const behind = {
    background: isDark(light.background) ? light.background : darkDefaults.background,
    surface: isDark(light.surface) ? light.surface : darkDefaults.surface
  }
  const canBeRead = (color: string) =>
    contrast(color, behind.background) >= readableContrast && contrast(color, behind.surface) >= readableContrast
  const raised = (color: string) => {
    let share = 0
    while (!canBeRead(lightened(color, share))) share += 1
    return lightened(color, share)
  }
  return {
    ...behind,
    primary: raised(light.primary),
    secondary: raised(light.secondary),
    accent: raised(light.accent),
    text: canBeRead(light.text) ? light.text : darkDefaults.text,
    muted: canBeRead(light.muted) ? light.muted : darkDefaults.muted,
    border: isDark(light.border) ? light.border : darkDefaults.border
  }
}
