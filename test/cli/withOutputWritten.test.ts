import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { binary, type Environment, program } from "../support/servers/hub.ts"

/** Runs a line of shell in which "$@" is `command`. */
const shell = (line: string, command: ReadonlyArray<string>, environment: Environment = {}) =>
  program(environment, "sh", "-c", line, "sh", ...command)

/** A program that runs a command with little memory. */
const programOf = (command: string) => [
  process.execPath,
  "--disable-warning=ExperimentalWarning",
  "--max-old-space-size=64",
  "--input-type=module",
  "--eval",
  `import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
  import { Console, Effect } from "effect"
  import { OutputDrained } from "./src/cli/OutputDrained.ts"
  import { withOutputWritten } from "./src/cli/withOutputWritten.ts"
  NodeRuntime.runMain(withOutputWritten(${command}), { disableErrorReporting: true })`
]

/** A program that prints 3,000,000 characters and fails. */
const failing = programOf(`Effect.andThen(Console.log("x".repeat(2_999_999)), Effect.fail("refused"))`)

/** A program that prints as long as its output is wanted. */
const endless = programOf(`Effect.gen(function* () {
    do yield* Console.log("x".repeat(99_999))
    while (yield* Effect.flatten(OutputDrained))
  })`)

describe("withOutputWritten", () => {
  it.live("a result that cannot be written is an error", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* shell('"$@" >/dev/full', [...binary, "openapi", "--surface", "partner"])
      assert.deepStrictEqual([code, stderr.trim().split("\n").length], [1, 1], stderr)
      assert.match(stderr, /^Standard output could not be written: ENOSPC/)
    })
  )

  it.live("a reader that goes away is none", () =>
    Effect.gen(function* () {
      const line = '{ "$@"; echo "ended with $?" >&2; } | head -c 1'
      const { stderr, stdout } = yield* shell(line, [...binary, "openapi", "--surface", "partner"])
      assert.deepStrictEqual([stdout, stderr], ["{", "ended with 0\n"])
    })
  )

  it.live("a command that fails prints its whole result first, however slowly it is read", () =>
    Effect.gen(function* () {
      const line = '{ "$@"; echo "ended with $?" >&2; } | { sleep 1; wc -c; }'
      const { stderr, stdout } = yield* shell(line, failing)
      assert.deepStrictEqual([stdout.trim(), stderr], ["3000000", "ended with 1\n"])
    })
  )

  it.live("a command without a bound prints only as much as is read, and ends with its reader", () =>
    Effect.gen(function* () {
      const line = '{ "$@"; echo "ended with $?" >&2; } | { sleep 1; head -c 1; }'
      const { stderr, stdout } = yield* shell(line, endless)
      assert.deepStrictEqual([stdout, stderr], ["x", "ended with 0\n"])
    })
  )
})
