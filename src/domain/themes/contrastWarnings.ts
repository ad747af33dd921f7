import { Schema } from "effect"
import { contrast } from "./contrast.ts"
import { lightPalette, type Palette, readableContrast } from "./palette.ts"
import type { ThemeColors } from "./Theme.ts"

/** The pairs of foreground and background tokens: every colour of text, on what it stands on. */
const pairs = [
  ["text", "background"],
  ["text", "surface"],
  ["muted", "background"],
  ["muted", "surface"],
  ["primary", "background"],
  ["primary", "surface"],
  ["secondary", "surface"],
  ["accent", "background"],
  ["accent", "surface"]
] as const satisfies ReadonlyArray<readonly [keyof Palette, keyof Palette]>

type Pair = (typeof pairs)[number]

const nameOf = ([front, behind]: Pair) => `${front}/${behind}` as const

/** A pair of colours of a theme with insufficient contrast. */
export const ContrastWarning = Schema.Struct({
  pair: Schema.Literals(pairs.map(nameOf)).annotateKey({
    description: "Foreground token and background token"
  }),
  ratio: Schema.Finite.annotateKey({ description: "Contrast ratio by WCAG 2.1, 1 to 21, truncated to two decimals" }),
  required: Schema.Finite.annotateKey({ description: "Minimum contrast ratio for readable text" })
}).annotate({ identifier: "ContrastWarning" })
export interface ContrastWarning extends Schema.Schema.Type<typeof ContrastWarning> {}

/** Truncated rather than rounded, so that an insufficient ratio never appears sufficient. */
const truncate = (ratio: number) => Math.floor(ratio * 100) / 100

/**
 * The contrast warnings for the light scheme of a theme, with default colours for absent tokens. Text on a button is
 * black or white and always readable, and so is the derived dark scheme.
 */
export const contrastWarnings = (colors: ThemeColors): ReadonlyArray<ContrastWarning> => {
  const palette = lightPalette(colors)
  return pairs.flatMap((pair) => {
    const ratio = contrast(palette[pair[0]], palette[pair[1]])
    return ratio < readableContrast ? [{ pair: nameOf(pair), ratio: truncate(ratio), required: readableContrast }] : []
  })
}
