import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Option, Schedule, Stream } from "effect"
import { execFileSync, spawnSync } from "node:child_process"
import { constants } from "node:fs"
import { appendFile, open, rename, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { bytesOf } from "../../src/cli/bytesOf.ts"
import { chunksOf } from "../../src/cli/import/chunksOf.ts"
import { readDocument } from "../../src/cli/readDocument.ts"
import { startChild } from "../support/servers/child.ts"
import { binary, program, root, temporaryDirectory } from "../support/servers/hub.ts"

/** Passes `text` through a pipe that `read` opens by its path. */
const throughPipe = Effect.fnUntraced(function* <A, E, R>(
  text: string,
  read: (path: string) => Effect.Effect<A, E, R>
) {
  const path = join(yield* temporaryDirectory, "pipe")
  execFileSync("mkfifo", [path])
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

  it.live("reads standard input, whatever it is", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const file = join(directory, "organization.yaml")
      const pipe = join(directory, "pipe")
      yield* Effect.promise(() => writeFile(file, "nothing: 1\n"))
      execFileSync("mkfifo", [pipe])
      const inputs = [`cat ${file} | "$@"`, `"$@" < ${file}`, `cat ${file} > ${pipe} & "$@" < ${pipe}`]
      for (const name of ["-", "/dev/stdin"]) {
        for (const input of inputs) {
          const run = yield* program({}, "sh", "-c", input, "sh", ...binary, "bootstrap", "--dry-run", name)
          assert.include(run.stderr, "The file cannot be used:\n  nothing: ", input)
        }
        // Node's own pipes are sockets, which cannot be opened by a path.
        const [node, ...rest] = binary
        const { stderr } = spawnSync(node, [...rest, "bootstrap", "--dry-run", name], {
          cwd: root,
          env: { PATH: process.env["PATH"] },
          input: "nothing: 1\n"
        })
        assert.include(stderr.toString(), "The file cannot be used:\n  nothing: ")
        const closed = yield* program({}, "sh", "-c", '"$@" <&-', "sh", ...binary, "bootstrap", "--dry-run", name)
        assert.match(closed.stderr, /^The file cannot be used:/)
      }
    })
  )

  it.live("a command that waits for a silent pipe ends at the first signal", () =>
    Effect.gen(function* () {
      for (const [signal, code] of [
        ["SIGINT", 130],
        ["SIGTERM", 143]
      ] as const) {
        const pipe = join(yield* temporaryDirectory, "pipe")
        execFileSync("mkfifo", [pipe])
        const [node, ...rest] = binary
        const child = yield* startChild(node, [...rest, "bootstrap", "--dry-run", pipe], {
          cwd: root,
          env: { PATH: process.env["PATH"] }
        })
        // Fails until the command has opened the pipe.
        const connected = Effect.tryPromise(() => open(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
        const writer = yield* Effect.acquireRelease(
          Effect.retry(connected, { schedule: Schedule.spaced("20 millis"), while: () => child.isRunning() }),
          (handle) => Effect.promise(() => handle.close())
        )
        yield* child.signal(signal)
        // The pipe is still open.
        assert.strictEqual(yield* child.ended, code, child.log())
        yield* Effect.promise(() => writer.stat())
      }
    }).pipe(Effect.scoped)
  )

  it.live("refuses a file that grows or shrinks while it is read, and reads one that is replaced", () =>
    Effect.gen(function* () {
      const text = "line\n".repeat(100_000)
      const readWhile = Effect.fnUntraced(function* (change: (path: string) => Promise<unknown>) {
        const path = join(yield* temporaryDirectory, "file")
        yield* Effect.promise(() => writeFile(path, text))
        let received = ""
        const read = Stream.runForEach(chunksOf(path), (chunk) => {
          const isFirst = received === ""
          received += chunk
          return isFirst ? Effect.promise(() => change(path)) : Effect.void
        })
        return {
          path,
          failure: Option.map(Exit.findErrorOption(yield* Effect.exit(read)), ({ message }) => message),
          received
        }
      })
      for (const change of [(path: string) => appendFile(path, "lin"), (path: string) => truncate(path, 300_001)]) {
        const { failure, path } = yield* readWhile(change)
        assert.deepStrictEqual(failure, Option.some(`${path} was changed while it was read`))
      }
      const replaced = yield* readWhile(async (path) => {
        await writeFile(`${path}.new`, "other\n")
        await rename(`${path}.new`, path)
      })
      assert.deepStrictEqual([replaced.failure, replaced.received], [Option.none(), text])
    })
  )

  it.live("stops after as many bytes as are wanted", () =>
    Effect.gen(function* () {
      const bytes = yield* Stream.mkUint8Array(bytesOf("/dev/zero", 100_000))
      assert.isAtLeast(bytes.length, 100_000)
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
