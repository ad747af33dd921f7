/** The relative luminance of a `#rrggbb` colour: 0 for black, 1 for white (WCAG 2.1). */
const luminance = (color: string): number => {
  const channel = (from: number) => {
    const share = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** The contrast ratio of two colours (WCAG 2.1): from 1 for equal colours to 21 for black and white. */
export const contrast = (one: string, other: string): number => {
  const [first, second] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return first > second ? first / second : second / first
}

/**
 * Black or white, whichever has more contrast with a colour. The two contrasts multiply to 21, so the better one is
 * always above 4.5: text on a button needs no warning.
 */
export const blackOrWhiteOn = (color: string): "#000000" | "#ffffff" =>
  contrast("#ffffff", color) >= contrast("#000000", color) ? "#ffffff" : "#000000"
