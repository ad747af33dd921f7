import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { binary, type Environment, program } from "../support/servers/hub.ts"

/** Runs a line of shell in which "$@" is `command`. */
const shell = (line: string, command: ReadonlyArray<string>, environment: Environment = {}) =>
  program(environment, "sh", "-c", line, "sh", ...command)

/** A program that prints 3,000,000 characters and fails. */
const failing = [
  process.execPath,
  "--disable-warning=ExperimentalWarning",
  "--input-type=module",
  "--eval",
  `import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
  import { Console, Effect } from "effect"
  import { printingWhole } from "./src/cli/printingWhole.ts"
  const command = Effect.andThen(Console.log("x".repeat(2_999_999)), Effect.fail("refused"))
  NodeRuntime.runMain(printingWhole(command), { disableErrorReporting: true })`
]

describe("printingWhole", () => {
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
})
