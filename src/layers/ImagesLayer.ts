import { Effect, Layer } from "effect"
import type { Sharp } from "sharp"
import { ImageUnreadable } from "../domain/images/ImageErrors.ts"
import { Images, type ImageVariant } from "../domain/images/Images.ts"
import { maxPixels, servedSize, servedWidths } from "../domain/images/imageSize.ts"
import type { ImageFormat } from "../domain/images/PageImage.ts"
import { makeQueue } from "./makeQueue.ts"

/** The time limit of decoding. Encoding needs none, because it works on few pixels however large the original was. */
const decodingSeconds = 3

/**
 * How many images may queue behind the one being decoded. Each takes about three seconds, so a longer queue would
 * exceed the request timeout, 15 seconds by default.
 */
const waiting = 3

/** At this effort AVIF is within a tenth of the size at the default effort, in a fifth of the time. */
const encoders: Readonly<Record<ImageFormat, (pixels: Sharp) => Sharp>> = {
  webp: (pixels) => pixels.webp({ quality: 80, effort: 4 }),
  avif: (pixels) => pixels.avif({ quality: 55, effort: 2 })
}

/** Loaded with the first image: its native libraries would cost every start time and memory. */
const loadSharp = Effect.promise(async () => {
  const { default: sharp } = await import("sharp")
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})

/**
 * Native code cannot be interrupted: an interrupted caller keeps its place in the queue until the code returns, so that
 * no second image is decoded beside it.
 */
const native = <A>(run: () => Promise<A>) => Effect.uninterruptible(Effect.tryPromise(run))

/** Image encoding with `sharp` (libvips). */
export const layer = Layer.effect(
  Images,
  Effect.gen(function* () {
    const sharp = yield* Effect.cached(loadSharp)
    const queue = makeQueue({ of: "images", atOnce: 1, waiting })

    const encode = Effect.fnUntraced(function* (bytes: Uint8Array) {
      const make = yield* sharp
      const unreadable = Effect.mapError(() => new ImageUnreadable({ reason: "The image cannot be decoded" }))
      const open = () => make(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn: "error" })
      const { autoOrient } = yield* unreadable(native(() => open().metadata()))
      const { height, width } = servedSize(autoOrient)
      const { data, info } = yield* unreadable(
        native(() =>
          open()
            .timeout({ seconds: decodingSeconds })
            .autoOrient()
            .resize({ width, height, fit: "fill" })
            .toColourspace("srgb")
            .raw()
            .toBuffer({ resolveWithObject: true })
        )
      )
      const raw = { width, height, channels: info.channels }
      const variants: Array<ImageVariant> = []
      for (const target of servedWidths(width)) {
        for (const format of ["webp", "avif"] as const) {
          const encoded = yield* Effect.orDie(
            native(() =>
              encoders[format](make(data, { raw }).resize({ width: target })).toBuffer({ resolveWithObject: true })
            )
          )
          variants.push({ format, width: encoded.info.width, height: encoded.info.height, bytes: encoded.data })
        }
      }
      return variants
    })

    return Images.of({ encode: (read) => queue.take(Effect.flatMap(read, encode)), admit: queue.admit })
  })
)
