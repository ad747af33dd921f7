import type { ImageSize } from "./imageSize.ts"

/** The facts in the header of an image, and the resulting cost of decoding. */
export interface ImageHeader extends ImageSize {
  readonly isAnimated: boolean
  /** Bytes that a decoder must hold at once: 0 if it needs only a few rows. */
  readonly heldBytes: number
  /** Number of passes of a decoder over the image. */
  readonly scans: number
}
