import sharp from "sharp"
import { jpegOfScans } from "./jpegOfScans.ts"
import { deflatedZeros, pngChunk, pngOf } from "./pngChunks.ts"
import { webpOfFrames } from "./webpChunks.ts"

/** An image that is expensive to decode, within the 10 MiB of an upload, and the status of its upload. */
export interface HostileImage {
  readonly name: string
  readonly status: 200 | 400 | 415
  /** The file name and type in the form; those of its own format by default. */
  readonly as?: { readonly filename: string; readonly type: string }
  readonly make: () => Promise<Uint8Array>
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#1478c8" }, limitInputPixels: false })

const transparent = (width: number, height: number) => blank(width, height).ensureAlpha(0.5)

const text = (of: string) => () => Promise.resolve(Buffer.from(of))

const startOfScan = Buffer.from("ffda", "hex")
const endOfImage = Buffer.from("ffd9", "hex")

const times = (count: number, one: Uint8Array) => Array.from({ length: count }, () => one)

/** A PNG with `count` text chunks, each of which inflates to `megabytes`. */
const texts = (type: string, head: string, count: number, megabytes: number) => async () => {
  const body = Buffer.concat([Buffer.from(head, "latin1"), await deflatedZeros(megabytes)])
  return pngOf({ before: times(count, pngChunk(type, body)) })
}

const frames = (format: "gif" | "webp") => async () => {
  if (format === "webp") return webpOfFrames(3000, true)
  const colours = ["#1478c8", "#c81414"] as const
  const two = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer()
    )
  )
  return sharp(Array.from({ length: 1500 }, () => two).flat(), { join: { animated: true } })
    .gif()
    .toBuffer()
}

const entities = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${"bcdefghi"
  .split("")
  .map((name, index) => `<!ENTITY ${name} "${`&${"abcdefgh"[index]};`.repeat(10)}">`)
  .join("")}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&i;</text></svg>`

const asPng = { filename: "a.png", type: "image/png" } as const

/** Refused by their first bytes, which are of no accepted format. */
const ofOtherKinds: ReadonlyArray<HostileImage> = [
  { name: "a GIF of 3,000 frames", status: 415, make: frames("gif") },
  {
    name: "a TIFF",
    status: 415,
    as: { filename: "a.tiff", type: "image/tiff" },
    make: () => blank(9, 9).tiff().toBuffer()
  },
  { name: "an AVIF", status: 415, as: asPng, make: () => blank(9, 9).avif().toBuffer() },
  {
    name: "an SVG of 50,000 by 50,000 called a PNG",
    status: 415,
    as: asPng,
    make: text(
      '<svg xmlns="http://www.w3.org/2000/svg" width="50000" height="50000"><rect width="9" height="9"/></svg>'
    )
  },
  { name: "an SVG of a thousand million letters called a PNG", status: 415, as: asPng, make: text(entities) }
]

/** Refused by their header, or because data is missing when they are decoded. */
const refused: ReadonlyArray<HostileImage> = [
  { name: "a PNG header of 50,001 by 50,001", status: 400, make: async () => pngOf({ width: 50_001, height: 50_001 }) },
  { name: "a PNG of a row more than 50 megapixels", status: 400, make: () => blank(10_000, 5001).png().toBuffer() },
  { name: "a PNG of 173 megapixels", status: 400, make: () => blank(8640, 20_000).png().toBuffer() },
  {
    name: "a PNG of 50 megapixels without its rows",
    status: 400,
    make: async () => pngOf({ width: 10_000, height: 5000 })
  },
  {
    name: "an interlaced PNG with alpha of 50 megapixels",
    status: 400,
    make: () => transparent(8640, 5760).png({ progressive: true }).toBuffer()
  },
  {
    name: "a PNG of 16 bits with alpha, 32,767 wide",
    status: 400,
    make: () => transparent(32_767, 1525).toColourspace("rgb16").png().toBuffer()
  },
  {
    name: "a progressive JPEG of 50 megapixels",
    status: 400,
    make: () => blank(8640, 5760).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer()
  },
  {
    name: "a progressive JPEG of 50 megapixels with one scan",
    status: 400,
    make: async () => {
      const jpeg = await blank(8640, 5760).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer()
      const second = jpeg.indexOf(startOfScan, jpeg.indexOf(startOfScan) + 2)
      return Buffer.concat([jpeg.subarray(0, second), endOfImage])
    }
  },
  { name: "a progressive JPEG of 10,000 scans", status: 400, make: () => jpegOfScans(10_000) },
  { name: "a progressive JPEG of 500 scans", status: 400, make: () => jpegOfScans(500) },
  {
    name: "half a JPEG of 12 megapixels",
    status: 400,
    make: async () => {
      const jpeg = await blank(4000, 3000).jpeg().toBuffer()
      return jpeg.subarray(0, jpeg.length / 2)
    }
  },
  { name: "a WebP of 3,000 frames", status: 400, make: frames("webp") },
  { name: "a WebP of 3,000 frames that it does not declare", status: 400, make: () => webpOfFrames(3000, false) },
  {
    name: "a PNG of 3,000 frames",
    status: 400,
    make: async () => pngOf({ before: times(3000, pngChunk("acTL", Buffer.alloc(8))) })
  }
]

/** Accepted, as they cost no more than other images. */
const accepted: ReadonlyArray<HostileImage> = [
  { name: "a PNG of 50 megapixels", status: 200, make: () => blank(10_000, 5000).png().toBuffer() },
  {
    name: "the largest interlaced PNG",
    status: 200,
    make: () => blank(8640, 5300).png({ progressive: true }).toBuffer()
  },
  {
    name: "a PNG of 16 bits with alpha on its side",
    status: 200,
    make: () => transparent(10_000, 5000).toColourspace("rgb16").withMetadata({ orientation: 6 }).png().toBuffer()
  },
  {
    name: "a WebP with alpha of 50 megapixels on its side",
    status: 200,
    make: () => transparent(10_000, 5000).withMetadata({ orientation: 6 }).webp().toBuffer()
  },
  {
    name: "the tallest PNG with alpha",
    status: 200,
    make: () => transparent(1525, 32_767).png().toBuffer()
  },
  { name: "a PNG with 200 texts of 40 MB", status: 200, make: texts("zTXt", "Comment\0\0", 200, 40) },
  { name: "a PNG with an XMP of 200 MB", status: 200, make: texts("iTXt", "XML:com.adobe.xmp\0\x01\0\0\0", 1, 200) },
  { name: "a PNG with a profile of 200 MB", status: 200, make: texts("iCCP", "p\0\0", 1, 200) },
  {
    name: "a PNG of 800,000 empty chunks",
    status: 200,
    make: async () => pngOf({ before: [Buffer.concat(times(800_000, pngChunk("abCd")))] })
  },
  {
    name: "a JPEG of two million comments",
    status: 200,
    make: async () => {
      const jpeg = await blank(100, 100).jpeg().toBuffer()
      const comments = Buffer.from("fffe0002".repeat(2_000_000), "hex")
      return Buffer.concat([jpeg.subarray(0, 2), comments, jpeg.subarray(2)])
    }
  }
]

export const hostileImages: ReadonlyArray<HostileImage> = [...ofOtherKinds, ...refused, ...accepted]
