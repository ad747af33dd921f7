import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { startChild } from "../support/servers/child.ts"
import { eventually } from "../support/eventually.ts"
import { binary, hub, production, root, temporaryDirectory } from "../support/servers/hub.ts"

// The embedded database is created, which takes seconds where the machine is busy.
describe("hub reset", () => {
  it.live("with --yes removes only the embedded database and its images; seed creates it again", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const run = (...args: ReadonlyArray<string>) => hub({ HUB_DATA_DIR: directory }, ...args)
      assert.deepStrictEqual((yield* run("seed", "--json")).at(""), { loaded: true })
      yield* Effect.promise(() => writeFile(join(directory, "notes.txt"), "mine"))
      yield* Effect.promise(() => mkdir(join(directory, "blobs")))
      yield* Effect.promise(() => writeFile(join(directory, "blobs", "image"), "of a page"))

      const unconfirmed = yield* run("reset")
      assert.deepStrictEqual([unconfirmed.code, unconfirmed.stdout], [1, ""])
      assert.include(unconfirmed.stderr, `${directory}/postgres. Confirm with --yes.`)
      assert.deepStrictEqual((yield* run("seed", "--json")).at(""), { loaded: false })

      const confirmed = yield* run("reset", "--yes")
      assert.strictEqual(confirmed.code, 0)
      assert.match(confirmed.stdout, new RegExp(`^Removing the embedded database in ${directory}/postgres\n`))
      assert.isFalse(existsSync(join(directory, "postgres")))
      assert.isFalse(existsSync(join(directory, "blobs")))
      assert.isTrue(existsSync(join(directory, "notes.txt")))

      assert.deepStrictEqual((yield* run("seed", "--json")).at(""), { loaded: true })
    })
  )

  it.live("leaves no empty directory, and has nothing to remove the second time", () =>
    Effect.gen(function* () {
      const directory = join(yield* temporaryDirectory, "data")
      yield* Effect.promise(() => mkdir(join(directory, "postgres"), { recursive: true }))
      const database = join(directory, "postgres")
      const run = hub({ HUB_DATA_DIR: directory }, "reset", "--yes", "--json")
      assert.deepStrictEqual((yield* run).at(""), { directory: database, removed: true })
      assert.isFalse(existsSync(directory))
      assert.deepStrictEqual((yield* run).at(""), { directory: database, removed: false })
      assert.isFalse(existsSync(directory))
    })
  )

  it.live("removes what an interrupted creation or removal left", () =>
    Effect.gen(function* () {
      for (const name of ["postgres.unfinished", "postgres.removed", "blobs"]) {
        const directory = join(yield* temporaryDirectory, "data")
        yield* Effect.promise(() => mkdir(join(directory, name, "base"), { recursive: true }))
        const run = yield* hub({ HUB_DATA_DIR: directory }, "reset", "--yes", "--json")
        assert.strictEqual(run.at("removed"), true, name)
        assert.isFalse(existsSync(directory))
      }
    })
  )

  it.live("renames the database before it removes a file, so that no start uses what is left", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const postgres = join(directory, "postgres")
      yield* Effect.promise(async () => {
        await mkdir(join(postgres, "base"), { recursive: true })
        await mkdir(join(directory, "blobs"))
        for (let file = 0; file < 5000; file++) await writeFile(join(postgres, "base", String(file)), "")
      })
      const [node, ...rest] = binary
      const child = yield* startChild(node, [...rest, "reset", "--yes"], {
        cwd: root,
        env: { PATH: process.env["PATH"], HUB_DATA_DIR: directory }
      })
      yield* eventually(
        "the first file is removed",
        Effect.promise(async () => {
          const base = [join(postgres, "base"), join(`${postgres}.removed`, "base")].find(existsSync)
          return base === undefined || (await readdir(base).catch(() => [])).length < 5000
        })
      )
      yield* child.signal("SIGKILL")
      yield* child.ended
      assert.deepStrictEqual([existsSync(postgres), existsSync(join(directory, "blobs"))], [false, false])
    })
  )

  it.live("is refused while a process has the database open", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      yield* Effect.promise(() => mkdir(join(directory, "postgres")))
      yield* Effect.promise(() => writeFile(join(directory, "hub.pid"), String(process.pid)))
      const { code, stderr, stdout } = yield* hub({ HUB_DATA_DIR: directory }, "reset", "--yes")
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.include(stderr, `${directory} is in use by process ${process.pid}.`)
      assert.isTrue(existsSync(join(directory, "postgres")))
    })
  )

  it.live("is refused if the data is in PostgreSQL, with advice", () =>
    Effect.gen(function* () {
      const { DATABASE_URL = "" } = production
      for (const environment of [{ DATABASE_URL }, production]) {
        const { code, stderr, stdout } = yield* hub(environment, "reset", "--yes")
        assert.deepStrictEqual([code, stdout], [1, ""])
        assert.include(stderr, "drop that database, create it again, and run `hub migrate`")
      }
    })
  )
})
