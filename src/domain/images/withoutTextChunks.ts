const textTypes: ReadonlySet<number> = new Set([0x74455874, 0x7a545874, 0x69545874])

/**
 * A PNG without its text chunks: `tEXt`, `zTXt` and `iTXt`. They are not served, but a decoder inflates them when it
 * opens the image, each to up to a thousand times its size, before any deadline applies (PAR-083).
 */
export const withoutTextChunks = (png: Uint8Array): Uint8Array => {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const kept = new Uint8Array(png.byteLength)
  let size = 8
  kept.set(png.subarray(0, size))
  let at = size
  while (at + 8 <= png.byteLength) {
    const end = Math.min(at + 12 + view.getUint32(at), png.byteLength)
    if (!textTypes.has(view.getUint32(at + 4))) {
      kept.set(png.subarray(at, end), size)
      size += end - at
    }
    at = end
  }
  return kept.subarray(0, size)
}
