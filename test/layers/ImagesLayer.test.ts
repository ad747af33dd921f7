import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { Images } from "../../src/domain/images/Images.ts"
import { inspectImage } from "../../src/domain/images/inspectImage.ts"
import { QueueFull } from "../../src/domain/shared/Turns.ts"
import * as ImagesLayer from "../../src/layers/ImagesLayer.ts"
import { jpegOfScans } from "../support/pages/jpegOfScans.ts"
import { pngOf } from "../support/pages/pngChunks.ts"
import { cornersOf, imageOf, quartered } from "../support/pages/testImages.ts"

const reasonOf = (bytes: Uint8Array) =>
  Effect.map(Effect.flip(inspectImage(bytes)), (failure) => ("reason" in failure ? failure.reason : failure._tag))

describe("images", () => {
  it.effect("PAR-083: encodes an image upright from each of the eight orientations", () =>
    Effect.gen(function* () {
      const { encode } = yield* Images
      for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
        const { image, expected } = yield* quartered(orientation)
        const widest = (yield* encode(Effect.succeed(image))).at(-2) ?? assert.fail("no variant")
        assert.deepStrictEqual([widest.width, widest.height], [expected.width, expected.height])
        assert.deepStrictEqual(yield* cornersOf(widest.bytes), expected.corners, `orientation ${orientation}`)
      }
    }).pipe(Effect.provide(ImagesLayer.layer))
  )

  it.effect("PAR-083: rejects more than 50 megapixels by the header alone, in each format", () =>
    Effect.gen(function* () {
      for (const format of ["png", "jpeg", "webp"] as const) {
        const small = yield* imageOf(format, { width: 10_000, height: 5000 })
        yield* inspectImage(small)
        const large = yield* imageOf(format, { width: 10_001, height: 5000 })
        assert.strictEqual(yield* reasonOf(large), "The image has more than 50 megapixels", format)
      }
    })
  )

  it.effect("PAR-084: a file with any byte of its signature changed is of no accepted type, in each format", () =>
    Effect.gen(function* () {
      for (const [format, signature] of [
        ["jpeg", [0, 1, 2]],
        ["png", [0, 1, 2, 3, 4, 5, 6, 7]],
        ["webp", [0, 1, 2, 3, 8, 9, 10, 11]]
      ] as const) {
        const image = yield* imageOf(format)
        yield* inspectImage(image)
        for (const at of signature) {
          const changed = image.map((byte, index) => (index === at ? byte ^ 1 : byte))
          assert.strictEqual(yield* reasonOf(changed), "ImageTypeUnsupported", `${format} ${at}`)
          assert.strictEqual(yield* reasonOf(image.subarray(0, at)), "ImageTypeUnsupported", `${at} bytes of ${format}`)
        }
      }
    })
  )

  it.effect("PAR-083, A-147: rejects a JPEG whose scans pass over more than 600 million pixels, by their number", () =>
    Effect.gen(function* () {
      yield* inspectImage(yield* Effect.promise(() => jpegOfScans(600)))
      assert.strictEqual(
        yield* reasonOf(yield* Effect.promise(() => jpegOfScans(601))),
        "The image takes too much to decode: save it without interlacing or progressive display, or smaller"
      )
    })
  )

  it.effect("PAR-083, A-147: rejects a side of more than 32,767 pixels, in width and in height", () =>
    Effect.gen(function* () {
      for (const ofSide of [(width: number) => pngOf({ width }), (height: number) => pngOf({ height })]) {
        yield* inspectImage(ofSide(32_767))
        assert.strictEqual(yield* reasonOf(ofSide(32_768)), "A side of the image is longer than 32767 pixels")
      }
    })
  )

  it.effect("A-147: of three concurrent images at most two are read at a time, and all are encoded", () =>
    Effect.gen(function* () {
      const { encode } = yield* Images
      const bytes = yield* imageOf("png")
      let reading = 0
      let mostReading = 0
      const ended: Array<number> = []
      const read = Effect.sync(() => {
        mostReading = Math.max(mostReading, ++reading)
        return bytes
      })
      const one = (number: number) =>
        Effect.map(encode(read), () => {
          reading--
          ended.push(number)
        })
      const fibers = yield* Effect.forEach([1, 2, 3], (number) => Effect.forkChild(one(number)))
      yield* Effect.forEach(fibers, Fiber.join)
      assert.strictEqual(ended.length, 3)
      assert.isAtMost(mostReading, 2)
    }).pipe(Effect.provide(ImagesLayer.layer))
  )

  it.effect("A-147: three images wait for the one being decoded, and more are refused at once, unread", () =>
    Effect.gen(function* () {
      const { admit, encode } = yield* Images
      const bytes = yield* imageOf("png")
      const begin = yield* Deferred.make<void>()
      const fibers = yield* Effect.forEach([1, 2, 3, 4], () => {
        return Effect.forkChild(encode(Effect.as(Deferred.await(begin), bytes)))
      })
      yield* admit
      yield* Effect.yieldNow
      const refused = Exit.die(new QueueFull({ of: "images" }))
      assert.deepStrictEqual(yield* Effect.exit(admit), refused)
      assert.deepStrictEqual(yield* Effect.exit(encode(Effect.die("read in vain"))), refused)
      yield* Deferred.succeed(begin, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      yield* admit
      assert.isNotEmpty(yield* encode(Effect.succeed(bytes)))
    }).pipe(Effect.provide(ImagesLayer.layer))
  )
})
