import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { Blobs } from "../../src/domain/blobs/Blobs.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import { BlobDirectory } from "../../src/layers/blobs/BlobDirectory.ts"
import * as BlobsLayer from "../../src/layers/repositories/BlobsLayer.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import { captureLogs } from "../support/logs.ts"

const data = mkdtempSync(join(tmpdir(), "hub-blob-files-"))
chmodSync(data, 0o755)
afterAll(() => rmSync(data, { recursive: true, force: true }))
const directory = join(data, "blobs")

const createdAt = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const later = DateTime.add(createdAt, { seconds: 1 })

const blob = (key: string, ...bytes: ReadonlyArray<number>) => ({
  key,
  bytes: Uint8Array.from(bytes),
  contentType: "image/webp",
  createdAt
})

const nameOf = (...bytes: ReadonlyArray<number>) => createHash("sha256").update(Uint8Array.from(bytes)).digest("hex")
const names = () => readdirSync(directory).toSorted()

const files = Layer.merge(
  BlobsLayer.layerSql.pipe(Layer.provide(Layer.succeed(BlobDirectory, directory))),
  AtomicLayer.layerSql
).pipe(Layer.provideMerge(Postgres.layer))

layer(files)("blobs as files", (it) => {
  it.effect("A-145: are named by their content, private to the user, and shared by keys with the same bytes", () =>
    Effect.gen(function* () {
      const { insertMissing, remove, removeUnused } = yield* Blobs
      yield* atomically(insertMissing([blob("a", 1), blob("b", 1), blob("c", 2)]))
      assert.deepStrictEqual(names(), [nameOf(1), nameOf(2)].toSorted())
      assert.strictEqual(statSync(directory).mode & 0o777, 0o700)
      for (const name of names()) assert.strictEqual(statSync(join(directory, name)).mode & 0o777, 0o600)
      yield* atomically(remove(["a", "c"]))
      assert.strictEqual(yield* removeUnused(later), 1)
      assert.deepStrictEqual(names(), [nameOf(1)])
    })
  )

  it.effect("A-145: a rolled-back transaction leaves a file without a key, which is removed once it is old", () =>
    Effect.gen(function* () {
      const { find, insertMissing, removeUnused } = yield* Blobs
      const failed = atomically(Effect.andThen(insertMissing([blob("undone", 3)]), Effect.fail("no")))
      assert.strictEqual(yield* Effect.flip(failed), "no")
      assert.isTrue(Option.isNone(yield* find("undone")))
      assert.include(names(), nameOf(3))
      assert.strictEqual(yield* removeUnused(createdAt), 0)
      // Left by a write that stopped before the file got its name.
      writeFileSync(join(directory, `${nameOf(4)}.unfinished`), "")
      assert.strictEqual(yield* removeUnused(later), 1)
      assert.notInclude(names(), nameOf(3))
      assert.strictEqual(yield* removeUnused(DateTime.add(DateTime.nowUnsafe(), { days: 1 })), 1)
    })
  )

  it.effect("A-145: a file written again before it is removed counts as new", () =>
    Effect.gen(function* () {
      const { find, insertMissing, remove, removeUnused } = yield* Blobs
      yield* atomically(insertMissing([blob("first", 5)]))
      yield* atomically(remove(["first"]))
      const within = Effect.gen(function* () {
        yield* insertMissing([{ ...blob("second", 5), createdAt: DateTime.add(later, { days: 2 }) }])
        return yield* Effect.fail("no")
      })
      assert.strictEqual(yield* Effect.flip(atomically(within)), "no")
      assert.strictEqual(yield* removeUnused(later), 0)
      yield* atomically(insertMissing([blob("third", 5)]))
      assert.isTrue(Option.isSome(yield* find("third")))
    })
  )

  it.effect("A-145: a missing file is treated as absent and logged", () =>
    Effect.gen(function* () {
      const { find, insertMissing } = yield* Blobs
      yield* atomically(insertMissing([blob("lost", 6)]))
      rmSync(join(directory, nameOf(6)))
      const log = captureLogs()
      assert.isTrue(Option.isNone(yield* Effect.provide(find("lost"), log.layer)))
      assert.include(
        log
          .lines()
          .map(({ text }) => text)
          .join(),
        `The file of lost is missing: ${join(directory, nameOf(6))}`
      )
    })
  )

  it.effect("A-145: bytes stored in the database by an earlier version are still served, and removed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { find, remove } = yield* Blobs
      yield* sql`INSERT INTO blobs (key, content_type, bytes, created_at) VALUES ('old', 'image/avif', '\\x0102', now())`
      const found = Option.getOrThrow(yield* find("old"))
      assert.deepStrictEqual([found.contentType, ...found.bytes], ["image/avif", 1, 2])
      assert.strictEqual(yield* atomically(remove(["old"])), 1)
      assert.isTrue(Option.isNone(yield* find("old")))
    })
  )
})
