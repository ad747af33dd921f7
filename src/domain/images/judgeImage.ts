import { Effect } from "effect"
import { ImageTypeUnsupported, ImageUnreadable } from "./ImageErrors.ts"
import type { ImageHeader } from "./ImageHeader.ts"
import { mostPixels } from "./imageSize.ts"
import { readImageHeader } from "./readImageHeader.ts"

/** A row of such an image is held several times while it is decoded; no format that is written is wider. */
const mostSide = 32_767

/** What a decoder may have to hold at once: with all else below 200 MB. */
const mostHeldBytes = 140_000_000

/** A progressive JPEG is passed over once for each scan; those that cameras and editors write have about ten. */
const mostScannedPixels = 600_000_000

const objectionTo = (header: ImageHeader): string | undefined => {
  const { heldBytes, height, isAnimated, scans, width } = header
  if (isAnimated) return "The image is animated: send a still one"
  if (width === 0 || height === 0) return "The image has no pixels"
  if (width * height > mostPixels) return "The image has more than 50 megapixels"
  if (width > mostSide || height > mostSide) return `A side of the image is longer than ${mostSide} pixels`
  if (heldBytes > mostHeldBytes || width * height * scans > mostScannedPixels) {
    return "The image takes too much to decode: save it without interlacing or progressive display, or smaller"
  }
  return undefined
}

/**
 * Whether an image may be decoded, judged by its first bytes and its header alone (PAR-083, PAR-084): neither its name nor
 * the content type that it came with counts.
 */
export const judgeImage = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const header = readImageHeader(bytes)
  if (header === "unknown") return yield* new ImageTypeUnsupported()
  const reason = header === "damaged" ? "The image is damaged" : objectionTo(header)
  if (reason !== undefined) return yield* new ImageUnreadable({ reason })
})
