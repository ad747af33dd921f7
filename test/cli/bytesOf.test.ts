import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { execFileSync } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { bytesOf } from "../../src/cli/bytesOf.ts"
import { chunksOf } from "../../src/cli/import/chunksOf.ts"
import { readDocument } from "../../src/cli/readDocument.ts"
import { binary, program, temporaryDirectory } from "../support/servers/hub.ts"

/** Passes `text` through a pipe that `read` opens by its path. */
const throughPipe = Effect.fnUntraced(function* <A, E, R>(
  text: string,
  read: (path: string) => Effect.Effect<A, E, R>
) {
  const path = join(yield* temporaryDirectory, "pipe")
  execFileSync("sh", ["-c", 'mkfifo "$0"', path])
  const writing = yield* Effect.forkChild(Effect.promise(() => writeFile(path, text)))
  const result = yield* read(path)
  yield* Fiber.join(writing)
  return result
})

describe("bytesOf", () => {
  it.live("reads a pipe to its end, for imports and for documents", () =>
    Effect.gen(function* () {
      // More than a pipe holds.
      const lines = "Zoë\n".repeat(100_000)
      assert.strictEqual(yield* throughPipe(lines, (path) => Stream.mkString(chunksOf(path))), lines)
      assert.deepStrictEqual(yield* throughPipe("name: Zoë\n", readDocument), { name: "Zoë" })
    })
  )

  it.live("reads standard input by its path, whatever it is", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const file = join(directory, "organization.yaml")
      yield* Effect.promise(() => writeFile(file, "nothing: 1\n"))
      for (const input of [`cat ${file} | "$@"`, `"$@" < ${file}`]) {
        const run = yield* program({}, "sh", "-c", input, "sh", ...binary, "bootstrap", "--dry-run", "/dev/stdin")
        assert.include(run.stderr, "The file cannot be used:\n  nothing: ", input)
      }
    })
  )

  it.live("says why a file cannot be read", () =>
    Effect.gen(function* () {
      const reason = (path: string) => Effect.map(Effect.flip(Stream.runDrain(bytesOf(path))), ({ message }) => message)
      const directory = yield* temporaryDirectory
      assert.strictEqual(yield* reason(directory), `${directory} cannot be read: it is a directory`)
      assert.strictEqual(yield* reason("/nowhere/file"), "/nowhere/file cannot be read: there is no such file")
    })
  )
})
