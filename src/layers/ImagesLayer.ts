import { Effect, Layer } from "effect"
import type { Sharp } from "sharp"
import { ImageUnreadable } from "../domain/images/ImageErrors.ts"
import { Images, type ImageVariant } from "../domain/images/Images.ts"
import { maxPixels, servedSize, servedWidths } from "../domain/images/imageSize.ts"
import type { ImageFormat } from "../domain/images/PageImage.ts"
import { makeQueue } from "./makeQueue.ts"

/** What decoding may take; encoding works on few pixels, however large the original was. */
const decodingSeconds = 3

/**
 * Images that wait for the one that is decoded. Each takes about three seconds, so that the last of more would not be ready
 * within the time of its request, 15 seconds by default.
 */
const waiting = 3

/** AVIF at this effort is within a tenth of the size of the default one, in a fifth of its time. */
const encoders: Readonly<Record<ImageFormat, (pixels: Sharp) => Sharp>> = {
  webp: (pixels) => pixels.webp({ quality: 80, effort: 4 }),
  avif: (pixels) => pixels.avif({ quality: 55, effort: 2 })
}

/** Loaded by the first image: its native parts would cost each start time and memory. */
const loadSharp = Effect.promise(async () => {
  const { default: sharp } = await import("sharp")
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})

/** Native code cannot be stopped: a caller that goes away leaves only when it has ended, so that it stays the only one. */
const native = <A>(run: () => Promise<A>) => Effect.uninterruptible(Effect.tryPromise(run))

/** Encoding by the library `sharp`, whose codecs are those of libvips. */
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
