import { assert, type Vitest } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { Blobs } from "../../src/domain/blobs/Blobs.ts"
import type { Atomic } from "../../src/domain/shared/Atomic.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { BlobDirectory } from "../../src/layers/blobs/BlobDirectory.ts"
import * as BlobsLayer from "../../src/layers/repositories/BlobsLayer.ts"
import { emptyDataset } from "../support/datasets/emptyDataset.ts"
import { overSql, twins } from "../support/twins.ts"

const createdAt = DateTime.makeUnsafe("2026-05-10T12:00:00Z")

/** Every byte value, including invalid UTF-8. */
const allBytes = Uint8Array.from({ length: 256 }, (_, index) => index)

const blob = (key: string, bytes: Uint8Array, contentType = "image/webp") => ({ key, bytes, contentType, createdAt })

const contract = (it: Vitest.MethodsNonLive<Blobs | Atomic>) => {
  it.effect("PAR-083: stores bytes of any length with their content type, and finds none under another key", () =>
    Effect.gen(function* () {
      const { find, insertMissing } = yield* Blobs
      const large = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 7919) % 251)
      yield* atomically(
        insertMissing([
          blob("kept/all", allBytes),
          blob("kept/large", large, "image/avif"),
          blob("kept/none", new Uint8Array())
        ])
      )
      const all = Option.getOrThrow(yield* find("kept/all"))
      assert.deepStrictEqual([...all.bytes], [...allBytes])
      assert.strictEqual(all.contentType, "image/webp")
      const found = Option.getOrThrow(yield* find("kept/large"))
      assert.strictEqual(Buffer.compare(found.bytes, large), 0)
      assert.strictEqual(found.contentType, "image/avif")
      assert.strictEqual(Option.getOrThrow(yield* find("kept/none")).bytes.length, 0)
      assert.isTrue(Option.isNone(yield* find("kept/al")))
    })
  )

  it.effect("PAR-083: a second insert never changes the bytes of a key", () =>
    Effect.gen(function* () {
      const { find, insertMissing } = yield* Blobs
      yield* atomically(insertMissing([blob("twice", Uint8Array.of(1, 2))]))
      yield* atomically(insertMissing([blob("twice", Uint8Array.of(3)), blob("beside", Uint8Array.of(4))]))
      assert.deepStrictEqual([...Option.getOrThrow(yield* find("twice")).bytes], [1, 2])
      assert.deepStrictEqual([...Option.getOrThrow(yield* find("beside")).bytes], [4])
    })
  )

  it.effect("PAR-083: removes the listed keys, returns how many existed, and leaves the rest", () =>
    Effect.gen(function* () {
      const { find, insertMissing, remove } = yield* Blobs
      yield* atomically(insertMissing(["a", "b", "c"].map((key) => blob(`gone/${key}`, Uint8Array.of(1)))))
      assert.strictEqual(yield* atomically(remove(["gone/a", "gone/b", "gone/a", "gone/never"])), 2)
      assert.strictEqual(yield* atomically(remove([])), 0)
      assert.isTrue(Option.isNone(yield* find("gone/a")))
      assert.isTrue(Option.isSome(yield* find("gone/c")))
    })
  )

  it.effect("PAR-127: a failed transaction rolls back its inserts and removals", () =>
    Effect.gen(function* () {
      const { find, insertMissing, remove } = yield* Blobs
      yield* atomically(insertMissing([blob("before", Uint8Array.of(1))]))
      const failed = atomically(
        Effect.gen(function* () {
          yield* insertMissing([blob("within", Uint8Array.of(2))])
          yield* remove(["before"])
          return yield* Effect.fail("no")
        })
      )
      assert.strictEqual(yield* Effect.flip(failed), "no")
      assert.isTrue(Option.isNone(yield* find("within")))
      assert.isTrue(Option.isSome(yield* find("before")))
    })
  )

  it.effect("A-145: removeUnused removes bytes of any age that no key refers to, and keeps the others", () =>
    Effect.gen(function* () {
      const { find, insertMissing, remove, removeUnused } = yield* Blobs
      const bytes = Uint8Array.of(7, 7, 7)
      yield* atomically(insertMissing([blob("same/a", bytes), blob("same/b", bytes), blob("left", Uint8Array.of(8))]))
      yield* atomically(remove(["same/a", "left"]))
      const later = DateTime.add(createdAt, { seconds: 1 })
      while ((yield* removeUnused(later)) > 0);
      assert.deepStrictEqual([...Option.getOrThrow(yield* find("same/b")).bytes], [7, 7, 7])
      assert.isTrue(Option.isNone(yield* find("left")))
      yield* atomically(insertMissing([blob("left", Uint8Array.of(9))]))
      assert.deepStrictEqual([...Option.getOrThrow(yield* find("left")).bytes], [9])
    })
  )
}

const directory = mkdtempSync(join(tmpdir(), "hub-blobs-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const inDirectory = BlobsLayer.layerSql.pipe(Layer.provide(Layer.succeed(BlobDirectory, join(directory, "blobs"))))

twins("Blobs", BlobsLayer, emptyDataset, contract)
overSql("Blobs (directory)", inDirectory, emptyDataset, contract)
