import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { blackOrWhiteOn, contrast } from "../../../src/domain/themes/contrast.ts"
import { contrastWarnings } from "../../../src/domain/themes/contrastWarnings.ts"
import { darkPalette, lightPalette } from "../../../src/domain/themes/palette.ts"
import type { ThemeColors } from "../../../src/domain/themes/Theme.ts"

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`)

const tokens = { primary: color, secondary: color, accent: color, background: color, surface: color, text: color }
const colors: fc.Arbitrary<ThemeColors> = fc.record({ ...tokens, muted: color, border: color }, { requiredKeys: [] })

const runs = { numRuns: 1000 }

describe("contrast", () => {
  it("PAR-110: the contrast of two colours is symmetric and between 1 and 21", () => {
    fc.assert(
      fc.property(color, color, (one, other) => {
        const ratio = contrast(one, other)
        assert.strictEqual(ratio, contrast(other, one))
        assert.isAtLeast(ratio, 1)
        assert.isAtMost(ratio, 21)
        assert.strictEqual(contrast(one, one.toUpperCase()), 1)
      }),
      runs
    )
  })

  it("PAR-110: contrasts are those of WCAG 2.1", () => {
    assert.closeTo(contrast("#000000", "#ffffff"), 21, 1e-9)
    // Grey on white that just fails and just passes 4.5, and the pure colours, by the definition's own arithmetic.
    assert.closeTo(contrast("#777777", "#ffffff"), 4.48, 0.005)
    assert.closeTo(contrast("#767676", "#ffffff"), 4.54, 0.005)
    assert.closeTo(contrast("#ff0000", "#ffffff"), 4.0, 0.005)
    assert.closeTo(contrast("#00ff00", "#ffffff"), 1.37, 0.005)
    assert.closeTo(contrast("#0000ff", "#ffffff"), 8.59, 0.005)
  })

  it("PAR-110: black or white has a contrast of at least 4.5 on every colour", () => {
    fc.assert(
      fc.property(color, (behind) => assert.isAtLeast(contrast(blackOrWhiteOn(behind), behind), 4.5)),
      runs
    )
    assert.strictEqual(blackOrWhiteOn("#0b5d78"), "#ffffff")
    assert.strictEqual(blackOrWhiteOn("#ffd400"), "#000000")
  })
})

describe("palette", () => {
  it("PAR-110: default colours replace the tokens that a theme leaves out, and are readable", () => {
    assert.deepStrictEqual(lightPalette({ primary: "#7A1F2B" }), { ...lightPalette({}), primary: "#7A1F2B" })
    assert.deepStrictEqual(contrastWarnings({}), [])
    const { background, secondary } = lightPalette({})
    assert.isAtLeast(contrast(secondary, background), 4.5)
  })

  it("PAR-110: the dark scheme of every theme is dark, and its text and colours are readable", () => {
    fc.assert(
      fc.property(colors, (theme) => {
        const dark = darkPalette(theme)
        for (const behind of [dark.background, dark.surface]) {
          assert.isAtLeast(contrast("#ffffff", behind), 9)
          for (const front of [dark.text, dark.muted, dark.primary, dark.secondary, dark.accent]) {
            assert.isAtLeast(contrast(front, behind), 4.5)
          }
        }
        assert.sameMembers(Object.keys(dark), Object.keys(lightPalette({})))
      }),
      runs
    )
  })

  it("PAR-110: the dark scheme keeps colours readable on dark, and lightens others no more than needed", () => {
    const theme = { background: "#0A0A12", surface: "#101018", text: "#f0f0f0", muted: "#b0b0b0", border: "#303040" }
    assert.deepInclude(darkPalette({ ...theme, primary: "#8ab4f8" }), { ...theme, primary: "#8ab4f8" })
    const raised = darkPalette({ primary: "#0b5d78" }).primary
    assert.notStrictEqual(raised, "#0b5d78")
    assert.isBelow(contrast(raised, darkPalette({}).surface), 5.5)
  })
})

/** The colours of the style sheet's text and links, with what they stand on. */
const textOnPages = [
  ["text", "background"],
  ["text", "surface"],
  // Introductions and captions; the foot of a page and the dates of offers.
  ["muted", "background"],
  ["muted", "surface"],
  // Links; the telephone number of a map.
  ["primary", "background"],
  ["primary", "surface"],
  // The button of a map.
  ["secondary", "surface"],
  // The numbers of lists; prices.
  ["accent", "background"],
  ["accent", "surface"]
] as const

describe("contrastWarnings", () => {
  it("PAR-110: names each pair below its required contrast, with the ratio cut to two decimals", () => {
    assert.deepStrictEqual(contrastWarnings({ text: "#777777", muted: "#ffff00", surface: "#ffffff" }), [
      { pair: "text/background", ratio: 4.47, required: 4.5 },
      { pair: "text/surface", ratio: 4.47, required: 4.5 },
      { pair: "muted/background", ratio: 1.07, required: 4.5 },
      { pair: "muted/surface", ratio: 1.07, required: 4.5 }
    ])
    assert.deepStrictEqual(contrastWarnings({ primary: "#ff0000", surface: "#000000", text: "#767676" }), [
      { pair: "muted/surface", ratio: 3.32, required: 4.5 },
      { pair: "primary/background", ratio: 3.99, required: 4.5 },
      { pair: "secondary/surface", ratio: 2.72, required: 4.5 },
      { pair: "accent/surface", ratio: 3.22, required: 4.5 }
    ])
    assert.deepStrictEqual(
      contrastWarnings({ accent: "#f5c518" }).map(({ pair }) => pair),
      ["accent/background", "accent/surface"]
    )
  })

  it("PAR-110, A-133: names a pair exactly when its contrast is below the required one", () => {
    fc.assert(
      fc.property(colors, (theme) => {
        const palette = lightPalette(theme)
        const named = contrastWarnings(theme).map(({ pair }) => pair)
        const unreadable = textOnPages.flatMap(([front, behind]) =>
          contrast(palette[front], palette[behind]) < 4.5 ? [`${front}/${behind}`] : []
        )
        assert.sameMembers(named, unreadable)
        for (const { ratio, required } of contrastWarnings(theme)) assert.isBelow(ratio, required)
      }),
      runs
    )
  })
})
