import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Result } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { mkdir, readFile, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as EmbeddedLock from "../../src/layers/EmbeddedLockLayer.ts"
import { startChild } from "../support/servers/child.ts"
import { eventually } from "../support/eventually.ts"
import { temporaryDirectory } from "../support/servers/hub.ts"

const hold = (directory: string) => Layer.build(EmbeddedLock.layer(directory))
const fileIn = (directory: string) => join(directory, "hub.pid")
const leave = (directory: string, text: string) => Effect.promise(() => writeFile(fileIn(directory), text))

/** The id of a process that has ended. */
const deadPid = Effect.sync(() => spawnSync("true").pid)

describe("the lock of the embedded database", () => {
  it.live("is held by one process, whose id others are refused with, and is released with its scope", () =>
    Effect.gen(function* () {
      const directory = join(yield* temporaryDirectory, "made", "for", "it")
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* hold(directory)
          assert.match(
            yield* Effect.promise(() => readFile(fileIn(directory), "utf8")),
            new RegExp(`^${process.pid}\\b`)
          )
          const modes = yield* Effect.forEach([fileIn(directory), directory, join(directory, "..")], (path) =>
            Effect.map(
              Effect.promise(() => stat(path)),
              ({ mode }) => mode & 0o777
            )
          )
          assert.deepStrictEqual(modes, [0o600, 0o700, 0o700])
          assert.deepStrictEqual(yield* EmbeddedLock.embeddedHolder(directory), Option.some(process.pid))
          const error = yield* Effect.flip(Effect.scoped(hold(`${directory}/../it/`)))
          assert.instanceOf(error, EmbeddedLock.EmbeddedInUse)
          assert.include(error.message, `${directory} is in use by process ${process.pid}`)
        })
      )
      assert.isFalse(existsSync(fileIn(directory)))
      assert.deepStrictEqual(yield* EmbeddedLock.embeddedHolder(directory), Option.none())
    })
  )

  it.live("is acquired by exactly one of eight that find a dead process's file", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 20; round++) {
        const directory = yield* temporaryDirectory
        yield* leave(directory, String(yield* deadPid))
        const holders = yield* Effect.scoped(
          Effect.forEach(Array.from({ length: 8 }), () => Effect.result(hold(directory)), { concurrency: "unbounded" })
        )
        const refused = holders.flatMap((result) => (Result.isFailure(result) ? [result.failure._tag] : []))
        assert.deepStrictEqual(
          refused,
          Array.from({ length: 7 }, () => "EmbeddedInUse")
        )
        assert.isFalse(existsSync(fileIn(directory)))
      }
    })
  )

  it.live.skipIf(process.platform !== "linux")(
    "is taken over from a process that has ended but was not waited for",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        // The shell becomes `sleep`, which does not wait for the process that the shell started, and which ends then.
        const isReplaced = 'read -r name < /proc/$$/comm && [ "$name" = sleep ]'
        const parent = yield* startChild("sh", ["-c", `(until ${isReplaced}; do :; done) & echo $!; exec sleep 60`])
        yield* eventually(
          "the process has ended",
          Effect.sync(() => {
            const pid = parent.log().trim()
            return pid !== "" && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
          })
        )
        yield* leave(directory, parent.log())
        assert.deepStrictEqual(yield* EmbeddedLock.embeddedHolder(directory), Option.none())
        yield* hold(directory)
        assert.deepStrictEqual(yield* EmbeddedLock.embeddedHolder(directory), Option.some(process.pid))
      })
  )

  for (const [what, text] of [
    ["nothing, as left by a process that died between two steps", ""],
    ["no number", "hub\n"],
    ["this process id with another start time", `${process.pid} 1`]
  ] as const) {
    it.live.skipIf(text.endsWith(" 1") && process.platform !== "linux")(
      `is taken over when the file holds ${what}`,
      () =>
        Effect.gen(function* () {
          const directory = yield* temporaryDirectory
          yield* leave(directory, text)
          yield* hold(directory)
          assert.match(
            yield* Effect.promise(() => readFile(fileIn(directory), "utf8")),
            new RegExp(`^${process.pid}\\b`)
          )
        })
    )
  }

  it.live("is taken over even if an earlier takeover was interrupted", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      yield* leave(directory, String(yield* deadPid))
      yield* Effect.promise(() => mkdir(`${fileIn(directory)}.takeover`))
      yield* Effect.promise(() => utimes(`${fileIn(directory)}.takeover`, 1, 1))
      yield* hold(directory)
      assert.isFalse(existsSync(`${fileIn(directory)}.takeover`))
    })
  )

  it.live("does not remove a file that is not its own", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      yield* Effect.scoped(Effect.andThen(hold(directory), leave(directory, "1")))
      assert.strictEqual(yield* Effect.promise(() => readFile(fileIn(directory), "utf8")), "1")
    })
  )

  it.live("is respected when its process belongs to another user", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      yield* leave(directory, "1")
      const error = yield* Effect.flip(Effect.scoped(hold(directory)))
      assert.strictEqual(error._tag, "EmbeddedInUse")
    })
  )

  it.live("reports an unusable directory", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "closed")
      yield* Effect.promise(() => writeFile(file, "not a directory"))
      assert.strictEqual((yield* Effect.flip(Effect.scoped(hold(file))))._tag, "DataDirectoryUnusable")
    })
  )
})
