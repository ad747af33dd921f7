import { Effect } from "effect"
import { ImageTypeUnsupported, ImageUnreadable } from "./ImageErrors.ts"
import type { ImageHeader } from "./ImageHeader.ts"
import { maxPixels } from "./imageSize.ts"
import { readImageHeader } from "./readImageHeader.ts"

/** Maximum side in pixels: a decoder holds several rows at once, and no output format is wider. */
const maxSide = 32_767

/** Maximum bytes that a decoder must hold at once; keeps the total below 200 MB. */
const maxHeldBytes = 140_000_000

/** Maximum pixels times scans: a progressive JPEG takes one pass per scan, typically about ten. */
const maxScannedPixels = 600_000_000

const objectionTo = (header: ImageHeader): string | undefined => {
  const { heldBytes, height, isAnimated, scans, width } = header
  if (isAnimated) return "The image is animated: send a still one"
  if (width === 0 || height === 0) return "The image has no pixels"
  if (width * height > maxPixels) return "The image has more than 50 megapixels"
  if (width > maxSide || height > maxSide) return `A side of the image is longer than ${maxSide} pixels`
  if (heldBytes > maxHeldBytes || width * height * scans > maxScannedPixels) {
    return "The image takes too much to decode: save it without interlacing or progressive display, or smaller"
  }
  return undefined
}

/**
 * Checks whether an image may be decoded, by its magic bytes and header only (PAR-083, PAR-084); file name and declared
 * content type are ignored.
 */
export const inspectImage = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const header = readImageHeader(bytes)
  if (header === "unknown") return yield* new ImageTypeUnsupported()
  const reason = header === "damaged" ? "The image is damaged" : objectionTo(header)
  if (reason !== undefined) return yield* new ImageUnreadable({ reason })
})
