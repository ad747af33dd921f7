import type { ImageHeader } from "./ImageHeader.ts"

/**
 * Samples per pixel by colour type (PNG specification, 11.2.1); a palette is expanded to colours, possibly with alpha.
 */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }

/** The most rows that a decoder was measured to hold of an image that it scales while decoding. */
const heldRows = 1000

const headerType = 0x49484452
const animationType = 0x6163544c
const dataType = 0x49444154

/** Whether there is an animation chunk, which precedes the first image data in an APNG. */
const isAnimated = (view: DataView): boolean => {
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const type = view.getUint32(at + 4)
    if (type === animationType) return true
    if (type === dataType) return false
  }
  return false
}

/** The header of a PNG, which must be its first chunk; undefined if missing. */
export const readPngHeader = (view: DataView): ImageHeader | undefined => {
  if (view.byteLength < 33 || view.getUint32(8) !== 13 || view.getUint32(12) !== headerType) return undefined
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [depth, colourType, interlace] = [view.getUint8(24), view.getUint8(25), view.getUint8(28)]
  const samples = samplesOf[colourType]
  if (samples === undefined || interlace > 1) return undefined
  // An interlaced image is complete only after the last pass, so all of it is held.
  const rows = interlace === 1 ? height : Math.min(height, heldRows)
  const heldBytes = rows * width * samples * Math.max(1, depth / 8)
  return { width, height, isAnimated: isAnimated(view), heldBytes, scans: 1 }
}
