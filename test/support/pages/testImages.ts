import { Effect } from "effect"
import sharp, { type Create } from "sharp"

const blank = (width: number, height: number, background: Create["background"] = "#1478c8") =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })

type Format = "png" | "jpeg" | "webp" | "gif"

/** An image of one colour, so that even a large one is a small file. */
export const imageOf = (
  format: Format,
  {
    background,
    height = 200,
    options = {},
    width = 300
  }: {
    readonly width?: number
    readonly height?: number
    readonly background?: Create["background"]
    readonly options?: object
  } = {}
): Effect.Effect<Uint8Array> =>
  Effect.promise(() => blank(width, height, background).toFormat(format, options).toBuffer())

/** A photograph as written by a camera: rotated, with a comment, a location and a thumbnail in its metadata. */
export const photograph: Effect.Effect<Uint8Array> = Effect.promise(() =>
  blank(1200, 800)
    .withExif({ IFD0: { Artist: "SECRET-ARTIST", Copyright: "SECRET-RIGHTS" }, IFD3: { GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
)

/** A PNG followed by junk, so that it has exactly `size` bytes. */
export const padded = (image: Uint8Array, size: number): Uint8Array => {
  const whole = new Uint8Array(size)
  whole.set(image)
  return whole
}

/** The properties of an encoded image that the tests compare. */
export const factsOf = (bytes: Uint8Array) =>
  Effect.promise(async () => {
    const { compression, exif, format, height, icc, orientation, width, xmp } = await sharp(bytes).metadata()
    return {
      format: compression === "av1" ? "avif" : format,
      width,
      height,
      hasMetadata: [exif, icc, xmp, orientation].some((part) => part !== undefined)
    }
  })

/** The colours in the corners of an image, from top left to bottom right. */
export const cornersOf = (bytes: Uint8Array): Effect.Effect<ReadonlyArray<string>> =>
  Effect.promise(async () => {
    const { data, info } = await sharp(bytes).resize(4, 4, { fit: "fill" }).removeAlpha().raw().toBuffer({
      resolveWithObject: true
    })
    const bright = (at: number) => Array.from(data.subarray(at, at + 3), (value) => (value > 128 ? "1" : "0")).join("")
    return [0, 3, 12, 15].map((pixel) => bright(pixel * info.channels))
  })

/** An image of four colours with an Exif orientation, and the size and corners of the upright image. */
export const quartered = (orientation: number) =>
  Effect.gen(function* () {
    const colours = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0])
    const image = yield* Effect.promise(() =>
      sharp(colours, { raw: { width: 2, height: 2, channels: 3 } })
        .resize(120, 80, { fit: "fill", kernel: "nearest" })
        .withMetadata({ orientation })
        .png()
        .toBuffer()
    )
    const seen = yield* Effect.promise(() => sharp(image).autoOrient().png().toBuffer({ resolveWithObject: true }))
    const { height, width } = seen.info
    return { image, expected: { width, height, corners: yield* cornersOf(seen.data) } }
  })
