import { contrast } from "./contrast.ts"
import type { ThemeColors } from "./Theme.ts"

/** A colour for each token of a theme. */
export type Palette = Required<ThemeColors>

/** Minimum contrast ratio of text and background (WCAG 2.1, 1.4.3). */
export const readableContrast = 4.5

/** The default colours of the light scheme. */
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

/** Backgrounds, text and borders of the dark scheme, unless the theme itself is dark. */
const darkDefaults = {
  background: "#12171d",
  surface: "#1c232b",
  text: "#e8ecf1",
  muted: "#adb8c4",
  border: "#3b4653"
} as const

/** The colours of the light scheme: the theme's, with defaults for absent tokens. */
export const lightPalette = (colors: ThemeColors): Palette => ({ ...lightDefaults, ...colors })

const steps = 20

/** The colour mixed with `share` twentieths of white. */
const lightened = (color: string, share: number): string => {
  const channel = (from: number) => {
    const value = Number.parseInt(color.slice(from, from + 2), 16)
    return Math.round(value + ((255 - value) * share) / steps)
      .toString(16)
      .padStart(2, "0")
  }
  return share === 0 ? color : `#${channel(1)}${channel(3)}${channel(5)}`
}

/** Whether a colour is dark enough for the muted text of the dark scheme to be readable on it. */
const isDark = (color: string) => contrast(darkDefaults.muted, color) >= readableContrast

/**
 * The colours of the dark scheme. A theme that is already dark keeps its backgrounds and its light text; otherwise
 * these are the defaults. The other colours are lightened until they are readable on background and surface, which
 * takes few steps and always succeeds with white.
 */
export const darkPalette = (colors: ThemeColors): Palette => {
  const light = lightPalette(colors)
  const backgrounds = {
    background: isDark(light.background) ? light.background : darkDefaults.background,
    surface: isDark(light.surface) ? light.surface : darkDefaults.surface
  }
  const isReadable = (color: string) =>
    contrast(color, backgrounds.background) >= readableContrast &&
    contrast(color, backgrounds.surface) >= readableContrast
  const lightenToReadable = (color: string) => {
    let share = 0
    while (!isReadable(lightened(color, share))) share += 1
    return lightened(color, share)
  }
  return {
    ...backgrounds,
    primary: lightenToReadable(light.primary),
    secondary: lightenToReadable(light.secondary),
    accent: lightenToReadable(light.accent),
    text: isReadable(light.text) ? light.text : darkDefaults.text,
    muted: isReadable(light.muted) ? light.muted : darkDefaults.muted,
    border: isDark(light.border) ? light.border : darkDefaults.border
  }
}
