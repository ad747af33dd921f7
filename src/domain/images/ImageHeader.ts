import type { ImageSize } from "./imageSize.ts"

/** What the header of an image says, and what follows from it for decoding. */
export interface ImageHeader extends ImageSize {
  readonly isAnimated: boolean
  /** What a decoder has to hold of the image at once, in bytes: nothing where it goes by few rows. */
  readonly heldBytes: number
  /** How often a decoder passes over the image. */
  readonly scans: number
}
