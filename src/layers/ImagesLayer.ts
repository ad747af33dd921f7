import { Effect, Layer, Predicate } from "effect"
import type { Sharp } from "sharp"
import { DecodingStarved, ImageUnreadable } from "../domain/images/ImageErrors.ts"
import { Images, type ImageVariant } from "../domain/images/Images.ts"
import { maxPixels, servedSize, servedWidths } from "../domain/images/imageSize.ts"
import type { ImageFormat } from "../domain/images/PageImage.ts"
import { isPng } from "../domain/images/readImageHeader.ts"
import { withoutTextChunks } from "../domain/images/withoutTextChunks.ts"
import { makeQueue } from "./makeQueue.ts"
import { ProcessorTime } from "./ProcessorTime.ts"

/** The time limit of decoding. Encoding needs none, because it works on few pixels however large the original was. */
const decodingSeconds = 3

/** A decoder that had a processor for less than this share of its time was held up by other work. */
const ownShare = 0.9

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

/** The rotation and mirroring that turn pixels upright, by Exif orientation (CIPA DC-008, 4.6.5). */
const turns: Readonly<Record<number, readonly [degrees: number, mirror?: "flip" | "flop"]>> = {
  2: [0, "flop"],
  3: [180],
  4: [0, "flip"],
  5: [90, "flip"],
  6: [90],
  7: [90, "flop"],
  8: [270]
}

const upright = (pixels: Sharp, orientation: number): Sharp => {
  const [degrees, mirror] = turns[orientation] ?? [0]
  const turned = degrees === 0 ? pixels : pixels.rotate(degrees)
  return mirror === undefined ? turned : turned[mirror]()
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

const isTimeout = (cause: unknown) => Predicate.isError(cause) && cause.message.startsWith("timeout")

/**
 * Fails if the image is damaged or takes too long. libvips limits the time by the clock, which also runs while the
 * decoder waits for a processor: if that was the reason, it dies with `DecodingStarved`.
 */
const decoding = <A>(decode: () => Promise<A>) =>
  Effect.gen(function* () {
    const used = yield* ProcessorTime
    const before = used()
    return yield* Effect.catch(native(decode), ({ cause }) =>
      isTimeout(cause) && used() - before < decodingSeconds * 1000 * ownShare
        ? Effect.die(new DecodingStarved())
        : Effect.fail(new ImageUnreadable({ reason: "The image cannot be decoded" }))
    )
  })

/** Image encoding with `sharp` (libvips). */
export const layer = Layer.effect(
  Images,
  Effect.gen(function* () {
    const sharp = yield* Effect.cached(loadSharp)
    const queue = makeQueue({ of: "images", atOnce: 1, waiting })

    const encode = Effect.fnUntraced(function* (bytes: Uint8Array) {
      const make = yield* sharp
      const image = isPng(bytes) ? withoutTextChunks(bytes) : bytes
      const open = () => make(image, { limitInputPixels: maxPixels, sequentialRead: true, failOn: "error" })
      const { autoOrient, depth, orientation = 1 } = yield* decoding(() => open().metadata())
      const { height, width } = servedSize(autoOrient)
      const isOnItsSide = orientation >= 5
      const scaled = yield* decoding(() =>
        // Samples of 16 bits become 8 before they are held. Other JPEG and WebP images are scaled while they are
        // decoded.
        (depth === "ushort" ? open().pipelineColourspace("srgb") : open())
          .timeout({ seconds: decodingSeconds })
          .resize({ width: isOnItsSide ? height : width, height: isOnItsSide ? width : height, fit: "fill" })
          .toColourspace("srgb")
          .raw()
          .toBuffer({ resolveWithObject: true })
      )
      // Rotated after scaling: before it, the decoder would have to hold the whole image.
      const { data, info } = yield* Effect.orDie(
        native(() =>
          upright(make(scaled.data, { raw: scaled.info }), orientation)
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
