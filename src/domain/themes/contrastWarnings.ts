import { Schema } from "effect"
import { contrast } from "./contrast.ts"
import { lightPalette, type Palette, readableContrast } from "./palette.ts"
import type { ThemeColors } from "./Theme.ts"

/** Which tokens stand on which. */
const pairs = [
  ["text", "background"],
  ["text", "surface"],
  ["muted", "background"],
  ["primary", "background"]
] as const satisfies ReadonlyArray<readonly [keyof Palette, keyof Palette]>

type Pair = (typeof pairs)[number]

const nameOf = ([front, behind]: Pair) => `${front}/${behind}` as const

/** Two colours of a theme that are hard to tell apart. */
export const ContrastWarning = Schema.Struct({
  pair: Schema.Literals(pairs.map(nameOf)).annotateKey({
    description: "The token of the text, or of the link, and the one behind it"
  }),
  ratio: Schema.Finite.annotateKey({ description: "Their contrast by WCAG 2.1, 1 to 21, cut to two decimals" }),
  required: Schema.Finite.annotateKey({ description: "The least contrast with which such text can be read" })
}).annotate({ identifier: "ContrastWarning" })
export interface ContrastWarning extends Schema.Schema.Type<typeof ContrastWarning> {}

/** Cut rather than rounded, so that no ratio below what is required looks like it. */
const cut = (ratio: number) => Math.floor(ratio * 100) / 100

/**
 * What is hard to read in the light scheme of a theme; for a token that is absent the page's own colour counts. Text of
 * buttons is black or white and always readable, and so are the colours of the dark scheme, which is derived.
 */
export const contrastWarnings = (colors: ThemeColors): ReadonlyArray<ContrastWarning> => {
  const palette = lightPalette(colors)
  return pairs.flatMap((pair) => {
    const ratio = contrast(palette[pair[0]], palette[pair[1]])
    return ratio < readableContrast ? [{ pair: nameOf(pair), ratio: cut(ratio), required: readableContrast }] : []
  })
}
