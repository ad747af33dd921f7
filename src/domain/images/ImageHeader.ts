import type { ImageSize } from "./imageSize.ts"

/** The facts in the header of an image, and the resulting cost of decoding. */
export interface ImageHeader extends ImageSize {
  readonly isAnimated: boolean
  /** Bytes of the whole image that a decoder must hold at once: 0 if it can decode row by row. */
  readonly heldBytes: number
  /** Number of passes of a decoder over the image. */
  readonly scans: number
}
