import type { ImageSize } from "./imageSize.ts"
import type { ImageHeader } from "./ImageHeader.ts"

const lossy = 0x56503820
const lossless = 0x5650384c
const extended = 0x56503858

const animationFlag = 0x02

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + 65_536 * view.getUint8(at + 2)

/** The size in a VP8 frame header (RFC 6386, 9.1). */
const lossySize = (view: DataView, at: number): ImageSize | undefined =>
  at + 10 <= view.byteLength && view.getUint16(at + 3) === 0x9d01 && view.getUint8(at + 5) === 0x2a
    ? { width: view.getUint16(at + 6, true) % 16_384, height: view.getUint16(at + 8, true) % 16_384 }
    : undefined

/** The size in a lossless bitstream: 14 bits each, minus one (RFC 9649, 3.4). */
const losslessSize = (view: DataView, at: number): ImageSize | undefined => {
  if (at + 5 > view.byteLength || view.getUint8(at) !== 0x2f) return undefined
  const bits = view.getUint32(at + 1, true)
  return { width: (bits % 16_384) + 1, height: (Math.floor(bits / 16_384) % 16_384) + 1 }
}

/** The header of a WebP (RFC 9649); undefined if it is incomplete or its parts state different sizes. */
export const readWebpHeader = (view: DataView): ImageHeader | undefined => {
  let canvas: ImageSize | undefined
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const type = view.getUint32(at)
    const body = at + 8
    const bytes = view.getUint32(at + 4, true)
    if (type === extended && canvas === undefined) {
      if (bytes < 10 || body + 10 > view.byteLength) return undefined
      canvas = { width: uint24(view, body + 4) + 1, height: uint24(view, body + 7) + 1 }
      // Its frames are nested in other chunks and not inspected.
      if (view.getUint8(body) & animationFlag) return { ...canvas, isAnimated: true, heldBytes: 0, scans: 1 }
    }
    if (type === lossy || type === lossless) {
      const size = type === lossy ? lossySize(view, body) : losslessSize(view, body)
      if (size === undefined) return undefined
      if (canvas !== undefined && (canvas.width !== size.width || canvas.height !== size.height)) return undefined
      // A lossy image is scaled row by row, holding only a whole alpha plane; a lossless one is held at four bytes per
      // pixel.
      const held = type === lossless ? 4 : canvas === undefined ? 0 : 1
      return { ...size, isAnimated: false, heldBytes: size.width * size.height * held, scans: 1 }
    }
    at = body + bytes + (bytes % 2)
  }
  return undefined
}
