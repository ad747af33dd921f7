import sharp from "sharp"

const startOfScan = Buffer.from([0xff, 0xda])

const scansIn = (jpeg: Buffer, from = 0): number => {
  const at = jpeg.indexOf(startOfScan, from)
  return at === -1 ? 0 : 1 + scansIn(jpeg, at + 2)
}

/** A progressive JPEG of one megapixel with `count` scans, of which the last is repeated. */
export const jpegOfScans = async (count: number): Promise<Buffer> => {
  const jpeg = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: "#1478c8" } })
    .jpeg({ progressive: true })
    .toBuffer()
  const last = jpeg.subarray(jpeg.lastIndexOf(startOfScan), -2)
  const more = Array.from({ length: count - scansIn(jpeg) }, () => last)
  return Buffer.concat([jpeg.subarray(0, -2), ...more, jpeg.subarray(-2)])
}
