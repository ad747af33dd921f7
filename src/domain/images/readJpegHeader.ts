import type { ImageHeader } from "./ImageHeader.ts"

const startOfScan = 0xda
const endOfImage = 0xd9

/** SOF0 to SOF15, except the DHT, JPG and DAC markers in that range (ITU-T T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** SOF2, SOF6, SOF10 and SOF14. */
const isProgressive = (marker: number) => [0xc2, 0xc6, 0xca, 0xce].includes(marker)

/** Markers without a length: TEM, RST0 to RST7 and SOI. */
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** The offset of the next marker after entropy-coded data, in which 0xff is followed by 0x00 or a restart. */
const nextMarker = (view: DataView, from: number): number => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) return view.byteLength
    if (next !== 0x00 && next !== 0xff && !standsAlone(next)) return at
  }
  return view.byteLength
}

interface Frame {
  readonly width: number
  readonly height: number
  readonly components: number
  /** Samples of all components for each pixel. */
  readonly density: number
}

const frameAt = (view: DataView, at: number, length: number): Frame | undefined => {
  const components = view.getUint8(at + 9)
  if (components === 0 || length < 8 + 3 * components) return undefined
  const factors = Array.from({ length: components }, (_, index) => {
    const factor = view.getUint8(at + 11 + 3 * index)
    return [factor >> 4, factor & 15] as const
  })
  const [across, down] = [0, 1].map((side) => Math.max(...factors.map((factor) => factor[side] ?? 0)))
  const density = factors.reduce((sum, [h, v]) => sum + h * v, 0) / ((across ?? 0) * (down ?? 0))
  if (!Number.isFinite(density)) return undefined
  return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), components, density }
}

/**
 * The header of a JPEG: its frame and number of scans. If it is progressive, or its first scan is not of all
 * components, so that more follow, a decoder holds the coefficients of the whole image, two bytes each.
 */
export const readJpegHeader = (view: DataView): ImageHeader | undefined => {
  let frame: Frame | undefined
  let scans = 0
  let isHeld = false
  for (let at = 2; at + 4 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff || standsAlone(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (marker === endOfImage) break
    const length = view.getUint16(at + 2)
    if (length < 2 || at + 2 + length > view.byteLength) break
    if (isFrame(marker)) {
      if (frame !== undefined || length < 8) return undefined
      frame = frameAt(view, at, length)
      if (frame === undefined) return undefined
      isHeld = isProgressive(marker)
    }
    if (marker === startOfScan) {
      if (frame === undefined || length < 6) return undefined
      isHeld ||= scans > 0 || view.getUint8(at + 4) < frame.components
      scans++
      at = nextMarker(view, at + 2 + length)
    } else at += 2 + length
  }
  if (frame === undefined || scans === 0) return undefined
  const { density, height, width } = frame
  return { width, height, isAnimated: false, heldBytes: isHeld ? width * height * density * 2 : 0, scans }
}
