import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { embeddedImageFile } from "../../src/layers/database/embeddedImage.ts"
import { whyUnusable } from "../../src/layers/database/whyUnusable.ts"
import { migrate } from "../../src/sql/migrations.ts"
import { program, temporaryDirectory } from "../support/servers/hub.ts"

// Creating databases takes seconds on a busy machine.
/** The system identifier, which copies of one initialised database share. */
const origin = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return JSON.stringify(yield* sql.unsafe("SELECT system_identifier::text AS id FROM pg_control_system()"))
})

/** Opens the database in `dataDir` and creates a table. */
const createIn = (dataDir: string) =>
  Effect.provide(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe("CREATE TABLE kept ()")),
    DatabaseLayer.layerEmbedded({ dataDir })
  )

/** Opens the database in `dataDir` and reads the table. */
const readIn = (dataDir: string) =>
  Effect.provide(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe("SELECT FROM kept")),
    DatabaseLayer.layerEmbedded({ dataDir })
  )

const filesIn = (directory: string) =>
  Effect.promise(async () => (await readdir(directory, { recursive: true })).toSorted())

const originIn = (dataDir: string) => Effect.provide(origin, DatabaseLayer.layerEmbedded({ dataDir }))

describe("the embedded database", () => {
  it.live("is unpacked from the image created by the installation, on disk and in memory", () =>
    Effect.gen(function* () {
      const prepared = yield* program({}, process.execPath, "scripts/prepare.js")
      assert.deepStrictEqual([prepared.code, existsSync(yield* Effect.promise(embeddedImageFile))], [0, true])
      const directory = yield* temporaryDirectory
      const first = yield* originIn(join(directory, "one"))
      assert.strictEqual(yield* originIn(join(directory, "two")), first)
      assert.strictEqual(yield* Effect.provide(origin, DatabaseLayer.layerEmbedded({})), first)
    })
  )

  it.live("has the current schema, with nothing to migrate", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* temporaryDirectory, "postgres")
      assert.deepStrictEqual(yield* Effect.provide(migrate, DatabaseLayer.layerEmbedded({ dataDir })), [])
      assert.deepStrictEqual(yield* Effect.provide(migrate, DatabaseLayer.layerEmbedded({})), [])
    })
  )

  it.live("is created again if its creation or removal was interrupted, and only then", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* temporaryDirectory, "postgres")
      const leftovers = [`${dataDir}.unfinished`, `${dataDir}.removed`]
      const leave = Effect.promise(async () => {
        for (const leftover of leftovers) {
          await mkdir(leftover)
          await writeFile(join(leftover, "leftover"), "")
        }
      })
      yield* leave
      yield* createIn(dataDir)
      assert.deepStrictEqual(leftovers.filter(existsSync), [])
      assert.isFalse(existsSync(join(dataDir, "leftover")))
      yield* leave
      assert.deepStrictEqual(yield* readIn(dataDir), [])
      assert.deepStrictEqual(leftovers.filter(existsSync), [])
    })
  )

  it.live("is refused as damaged and left as it is if a file is missing that every database has", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* temporaryDirectory, "postgres")
      yield* createIn(dataDir)
      for (const file of ["PG_VERSION", "global/pg_control"]) {
        yield* Effect.promise(() => rename(join(dataDir, file), `${dataDir}.kept`))
        const before = yield* filesIn(dataDir)
        const { message } = yield* Effect.flip(readIn(dataDir))
        assert.match(message, new RegExp(`cannot be used \\(ENOENT.*${file}.*Its database is damaged`))
        assert.deepStrictEqual(yield* filesIn(dataDir), before)
        yield* Effect.promise(() => rename(`${dataDir}.kept`, join(dataDir, file)))
      }
      assert.deepStrictEqual(yield* readIn(dataDir), [])
    })
  )

  it.live("may be removed with `hub reset` only if it is certainly damaged", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* temporaryDirectory, "postgres")
      yield* createIn(dataDir)
      const withFile = Effect.fnUntraced(function* (file: string, text: string) {
        const before = yield* Effect.promise(() => readFile(join(dataDir, file)))
        yield* Effect.promise(() => writeFile(join(dataDir, file), text))
        const { message } = yield* Effect.flip(readIn(dataDir))
        yield* Effect.promise(() => writeFile(join(dataDir, file), before))
        return message
      })
      assert.match(yield* withFile("PG_VERSION", "17\n"), /PG_VERSION is "17", not 18\).*remove it with `hub reset`/)
      const unsure = yield* withFile("global/pg_control", "")
      assert.include(unsure, "Its database may be damaged, or the disk may be full")
      assert.notInclude(unsure, "hub reset")
      assert.deepStrictEqual(yield* readIn(dataDir), [])
    })
  )

  it.live("is not called damaged on a full disk, whatever the error of its start", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const remedy = (free: { readonly bavail: number; readonly ffree: number }, code?: string) =>
        whyUnusable(directory, Object.assign(new Error("failed to initialize"), { code }), () => ({
          bsize: 4096,
          files: 1000,
          ...free
        })).remedy
      const [full, unsure] = [/^The disk is full: free space/, /may be damaged, or the disk may be full/]
      assert.match(remedy({ bavail: 8191, ffree: 1 }), full)
      assert.match(remedy({ bavail: 100_000, ffree: 0 }), full)
      assert.match(remedy({ bavail: 100_000, ffree: 1 }, "ENOSPC"), full)
      assert.match(remedy({ bavail: 8192, ffree: 1 }), unsure)
      assert.match(remedy({ bavail: 0, ffree: 0 }, "EACCES"), /^Name another one with HUB_DATA_DIR/)
    })
  )

  it.live("is not created in a directory that is there already, even if that is empty", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* temporaryDirectory, "postgres")
      yield* Effect.promise(() => mkdir(dataDir))
      assert.include((yield* Effect.flip(originIn(dataDir))).message, "Its database is damaged")
      assert.deepStrictEqual(yield* filesIn(dataDir), [])
    })
  )
})
