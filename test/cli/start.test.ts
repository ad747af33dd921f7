import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import packageJson from "../../package.json" with { type: "json" }
import { startChild } from "../support/servers/child.ts"
import { eventually } from "../support/eventually.ts"
import {
  binary,
  type Environment,
  hubProcess,
  production,
  program,
  root,
  temporaryDirectory
} from "../support/servers/hub.ts"

// A database is created, which takes seconds where the machine is busy.
const [node, ...flags] = binary

/** Runs the binary after `before`, the text of a module. */
const after = (before: string, environment: Environment, ...args: ReadonlyArray<string>) =>
  program(environment, node, "--import", `data:text/javascript,${encodeURIComponent(before)}`, ...flags, ...args)

const onVersion = (version: string) =>
  `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`

/** Replaces the program that the binary loads. */
const withoutProgram = `
  import { registerHooks } from "node:module"
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "./program.js"
        ? { url: "data:text/javascript,process.stderr.write('loaded\\\\n')", shortCircuit: true }
        : next(specifier, context)
  })`

describe("the binary", () => {
  it.live("exits with one message if Node is too old, before it loads anything", () =>
    Effect.gen(function* () {
      const required = packageJson.engines.node.replace(">=", "")
      for (const version of ["18.20.8", "20.20.2", "22.18.0"]) {
        const { code, stderr, stdout } = yield* after(onVersion(version), {}, "serve")
        assert.deepStrictEqual([code, stdout], [1, ""])
        assert.match(stderr, new RegExp(`^Hub needs Node ${required} or newer; this is Node ${version}\\.\n.+\n$`))
      }
      for (const version of [`${required}.0`, "24.0.0"]) {
        const { code, stderr } = yield* after(`${withoutProgram}\n${onVersion(version)}`, {}, "--version")
        assert.deepStrictEqual([code, stderr], [0, "loaded\n"])
      }
    })
  )

  it.live("announces loading for a start only, and not with --json or in production", () =>
    Effect.gen(function* () {
      const away = { DATABASE_URL: "postgres://hub@127.0.0.1:9/hub", PORT: "0", HUB_START_TIMEOUT_MS: "1" }
      const isAnnounced = (environment: Environment, ...args: ReadonlyArray<string>) =>
        Effect.map(hubProcess(environment, ...args), ({ stderr }) => stderr.startsWith("Loading the service ...\n"))
      assert.isTrue(yield* isAnnounced(away, "serve", "--demo"))
      assert.isFalse(yield* isAnnounced(away, "serve", "--json"))
      assert.isFalse(yield* isAnnounced({ ...production, ...away }, "serve"))
      assert.isFalse(yield* isAnnounced(away, "keys", "list"))
    })
  )

  it.live("prints a usage error or a refused configuration alone", () =>
    Effect.gen(function* () {
      const { stderr } = yield* hubProcess({}, "serve", "--nope")
      assert.match(stderr, /^ERROR\n {2}Unrecognized flag: --nope in command hub serve\n/)
      const refused = yield* hubProcess({ PORT: "none" }, "serve")
      assert.match(refused.stderr, /^The configuration does not allow a start:\n {2}PORT must be .+\n$/)
    })
  )

  it.live("shows the steps of the first start before its announcement", () =>
    Effect.gen(function* () {
      const directory = join(yield* temporaryDirectory, "data")
      const child = yield* startChild(node, [...flags, "serve", "--store", "embedded", "--demo"], {
        cwd: root,
        env: { PATH: process.env["PATH"], PORT: "0", HUB_DATA_DIR: directory }
      })
      yield* eventually(
        "the process is ready",
        Effect.suspend(() =>
          child.isRunning() ? Effect.succeed(/The hub listens/.test(child.log())) : Effect.die(new Error(child.log()))
        )
      )
      const lines = child.log().split("\n")
      const steps = lines.slice(0, lines.indexOf("")).map((line) => line.replace(/ \[.*(?=\] )|\d+(?= rows)/g, ""))
      assert.deepStrictEqual(steps.slice(0, 2), [
        "Loading the service ...",
        `Opening the embedded database in ${directory}/postgres`
      ])
      assert.strictEqual(steps.at(-1), "Loading data] 100 % of  rows")
      yield* child.signal("SIGTERM")
      assert.strictEqual(yield* child.ended, 0)
    })
  )

  it.live("goes on if its standard error cannot be written, such as to a full disk", () =>
    Effect.gen(function* () {
      const child = yield* startChild("sh", ["-c", 'exec "$@" 2>/dev/full', "sh", ...binary, "serve", "--demo"], {
        cwd: root,
        env: { PATH: process.env["PATH"], PORT: "0" }
      })
      yield* eventually(
        "the process is ready",
        Effect.suspend(() =>
          child.isRunning() ? Effect.succeed(/The hub listens/.test(child.log())) : Effect.die(new Error("It ended"))
        )
      )
      yield* child.signal("SIGTERM")
      assert.strictEqual(yield* child.ended, 0)
    })
  )

  it("is the one that the package installs", () => {
    assert.deepStrictEqual(packageJson.bin, { hub: "dist/hub.js" })
    const [first] = readFileSync(join(root, "src/hub.js"), "utf8").split("\n")
    assert.strictEqual(first, "#!/usr/bin/env node")
  })
})
