import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Console, Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { createServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { runHub } from "../../src/cli/runHub.ts"
import { startChild } from "../support/servers/child.ts"
import { eventually } from "../support/eventually.ts"
import {
  binary,
  type Environment,
  hub,
  hubProcess,
  production,
  root,
  sandbox,
  temporaryDirectory
} from "../support/servers/hub.ts"

// A process takes seconds to start where the machine is busy.
/** A server of another protocol until the scope closes; answers its port. */
const listening = (onConnection: (socket: Socket) => void) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<Server>((resume) => {
        const server = createServer((socket) => {
          socket.on("error", () => {})
          onConnection(socket)
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close())
    ),
    (server) => {
      const address = server.address()
      return typeof address === "object" && address !== null ? address.port : 0
    }
  )

/** Asserts that a command is refused before anything is opened, with one message that includes `reason`. */
const refused = Effect.fnUntraced(function* (environment: Environment, reason: string, ...args: ReadonlyArray<string>) {
  const run = yield* hub(environment, ...args)
  assert.strictEqual(run.code, 1)
  assert.strictEqual(run.stdout, "")
  assert.include(run.stderr, reason)
  assert.match(run.stderr, /^The configuration does not allow a start:\n(?: {2}.+\n)+$/)
})

for (const [name, environment] of Object.entries({ production, sandbox })) {
  describe(`HUB_ENV=${name}`, () => {
    const when = `when HUB_ENV=${name}`

    it.live("GEN-002: refuses to mint tokens of the development issuer", () =>
      Effect.forEach([["member"], ["operator"], ["assistant", "--organization", "org_a"]], (kind) =>
        refused(environment, `hub token is refused ${when}: the development issuer`, "token", ...kind, "--subject", "x")
      )
    )

    it.live("GEN-009: refuses every command that would show or load the demo credentials", () =>
      Effect.gen(function* () {
        yield* refused(environment, `hub demo is refused ${when}`, "demo", "--json")
        yield* refused(environment, `hub seed is refused ${when}`, "seed")
        yield* refused(environment, `--demo is refused ${when}`, "serve", "--store", "postgres", "--demo")
      })
    )

    it.live("refuses every store but PostgreSQL", () =>
      Effect.forEach(["memory", "embedded"], (store) =>
        refused(environment, `--store must be postgres ${when}`, "serve", "--store", store)
      )
    )

    it.live("refuses to start without database, secret and issuers", () =>
      Effect.gen(function* () {
        const { stderr } = yield* hub({ HUB_ENV: name }, "serve")
        const named = [...stderr.matchAll(/^ {2}(\w+) is required/gm)].map(([, variable]) => variable)
        assert.sameMembers(
          named,
          Object.keys(environment).filter((variable) => variable !== "HUB_ENV")
        )
      })
    )
  })
}

describe("the environment", () => {
  it.live("GEN-014: a process in production refuses test controls and exits with an explanation", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* hubProcess({ ...production, HUB_TEST_CONTROLS: "1" }, "serve")
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.strictEqual(
        stderr,
        "The configuration does not allow a start:\n  HUB_TEST_CONTROLS must not be set when HUB_ENV=production\n"
      )
    })
  )

  it.live("names every invalid variable in one message, whatever the command", () =>
    Effect.gen(function* () {
      const bad = { PORT: "none", HUB_ENV: "prod", DATABASE_URL: "mysql://a", HUB_LOG_LEVEL: "loud" }
      for (const verb of [["serve"], ["migrate"], ["keys", "list"], ["demo"], ["token", "member", "--subject", "x"]]) {
        const { code, stderr, stdout } = yield* hub(bad, ...verb)
        assert.deepStrictEqual([code, stdout], [1, ""])
        for (const name of Object.keys(bad)) assert.match(stderr, new RegExp(`^ {2}${name} must be `, "m"))
      }
    })
  )

  it.live("refuses several workers on a store of one process, before anything starts", () =>
    Effect.forEach(["memory", "embedded"], (store) =>
      refused({}, `--workers must be 1 with the ${store} store`, "serve", "--store", store, "--workers", "2")
    )
  )

  it.live("reports an unreachable database in one line", () =>
    Effect.gen(function* () {
      const away = { DATABASE_URL: "postgres://hub:word@127.0.0.1:9/hub" }
      for (const verb of [["migrate"], ["keys", "list"], ["seed"]]) {
        const { code, stderr, stdout } = yield* hub(away, ...verb)
        assert.deepStrictEqual([code, stdout], [1, ""])
        assert.strictEqual(stderr, "The database cannot be reached: connect ECONNREFUSED 127.0.0.1:9\n")
      }
    })
  )

  it.live("logs a warning of the configuration once, whatever the command", () =>
    Effect.gen(function* () {
      const environment = { DATABASE_URL: "postgres://hub@127.0.0.1:9/hub", HUB_TYPO: "1" }
      for (const verb of [["migrate"], ["keys", "list"], ["keys", "revoke", "key_1"]]) {
        const { stderr } = yield* hub(environment, ...verb)
        assert.lengthOf(stderr.match(/Not a variable of hub/g) ?? [], 1, stderr)
      }
    })
  )

  it.live("waits for an unreachable database until the configured timeout, and then says so", () =>
    Effect.gen(function* () {
      const environment = { DATABASE_URL: "postgres://hub@127.0.0.1:9/hub", PORT: "0", HUB_START_TIMEOUT_MS: "3000" }
      const { code, stderr, stdout } = yield* hubProcess(environment, "serve")
      assert.strictEqual(code, 1)
      assert.include(stdout, "Waiting for the database.")
      assert.strictEqual(
        stderr,
        [
          "Loading the service ...",
          "The database cannot be reached: connect ECONNREFUSED 127.0.0.1:9",
          "It stayed unavailable for 3000 ms (HUB_START_TIMEOUT_MS).\n"
        ].join("\n")
      )
    })
  )

  it.live("ends a command that a signal stops with 128 and the number of the signal", () =>
    Effect.forEach(
      [
        ["SIGINT", 130],
        ["SIGTERM", 143]
      ] as const,
      ([signal, code]) =>
        Effect.gen(function* () {
          let isAsked = false
          const port = yield* listening(() => (isAsked = true))
          const [node, ...rest] = binary
          const child = yield* startChild(node, [...rest, "keys", "list"], {
            cwd: root,
            env: { PATH: process.env["PATH"], DATABASE_URL: `postgres://hub@127.0.0.1:${port}/hub` }
          })
          yield* eventually(
            "the command waits for its database",
            Effect.sync(() => isAsked)
          )
          yield* child.signal(signal)
          assert.strictEqual(yield* child.ended, code, child.log())
        })
    )
  )

  it.live("reports a server that is not PostgreSQL, without waiting for it", () =>
    Effect.gen(function* () {
      const port = yield* listening(
        (socket) => void socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
      )
      for (const verb of ["migrate", "serve"]) {
        const { code, stderr } = yield* hub({ DATABASE_URL: `postgres://hub@127.0.0.1:${port}/hub`, PORT: "0" }, verb)
        assert.deepStrictEqual([code, stderr], [1, "The server at DATABASE_URL is not PostgreSQL.\n"])
      }
      const closing = yield* listening((socket) => void socket.once("data", () => socket.end()))
      const { stderr } = yield* hub({ DATABASE_URL: `postgres://hub@127.0.0.1:${closing}/hub` }, "migrate")
      assert.include(stderr, "Does DATABASE_URL point to a PostgreSQL server?")
    })
  )

  it.live("reports an unusable data directory", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* hub({ HUB_DATA_DIR: "/dev/null/hub" }, "migrate")
      assert.strictEqual(code, 1)
      assert.include(stderr, "The data directory /dev/null/hub cannot be used (ENOTDIR)")
    })
  )

  it.live("reports an embedded database that cannot be opened, and what to do", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const [damaged, plain] = [join(directory, "damaged"), join(directory, "plain")]
      yield* Effect.promise(async () => {
        await mkdir(join(damaged, "postgres"), { recursive: true })
        await writeFile(join(damaged, "postgres", "PG_VERSION"), "junk")
        await mkdir(plain)
        await writeFile(join(plain, "postgres"), "")
      })
      for (const [data, reason] of [
        [damaged, 'PG_VERSION is "junk", not 18'],
        [plain, "ENOTDIR: not a directory"]
      ] as const) {
        const { code, stderr, stdout } = yield* hubProcess({ HUB_DATA_DIR: data }, "audit")
        assert.deepStrictEqual([code, stdout], [1, ""])
        assert.include(stderr, `The data directory ${data}/postgres cannot be used (${reason}`)
        assert.include(stderr, "restore a backup, or remove it with `hub reset`")
        assert.notInclude(stderr, "    at ")
      }
      assert.strictEqual((yield* hub({ HUB_DATA_DIR: damaged }, "reset", "--yes")).code, 0)
      assert.strictEqual((yield* hub({ HUB_DATA_DIR: damaged }, "migrate")).code, 0)
    })
  )

  it.live("GEN-009: prints an unexpected failure without the credentials and values in it", () =>
    Effect.gen(function* () {
      const token = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
      const words = ["inv_", "lnk_", "chl_", "whs_", "hub_dev_org_"].map((prefix) => `${prefix}${token}`).join(" ")
      const failing = ConfigProvider.make(() => Effect.die(new Error(`It broke at /invites/${words}`)))
      const printed: Array<string> = []
      const recording: Console.Console = { ...globalThis.console, error: (text: string) => void printed.push(text) }
      yield* Effect.exit(runHub(["keys", "list"])).pipe(
        Effect.provide(Layer.merge(ConfigProvider.layer(failing), Layer.succeed(Console.Console, recording)))
      )
      const text = printed.join("\n")
      assert.match(text, /^Unexpected failure\nError: It broke at \/invites\/(?:\[removed\] ?){5}\n {4}at /)
      assert.notInclude(text, token)
    })
  )

  it.live.skipIf(process.platform !== "linux")("exits when the data directory cannot be created", () =>
    Effect.gen(function* () {
      for (const directory of ["/proc/nope", "/proc/nope/deeper"]) {
        const { code, stderr } = yield* hubProcess({ HUB_DATA_DIR: directory }, "serve")
        assert.strictEqual(code, 1)
        assert.include(stderr, `The data directory ${directory} cannot be used (ENOENT)`)
      }
    })
  )

  it.live("exits on SIGTERM during startup, and migrate succeeds afterwards", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const [node, ...rest] = binary
      const child = yield* startChild(node, [...rest, "serve", "--store", "embedded"], {
        cwd: root,
        env: { PATH: process.env["PATH"], PORT: "0", HUB_DATA_DIR: directory }
      })
      yield* eventually(
        "the start has begun",
        Effect.sync(() => existsSync(join(directory, "hub.pid")))
      )
      yield* child.signal("SIGTERM")
      assert.strictEqual(yield* child.ended, 0, child.log())
      assert.isFalse(existsSync(join(directory, "hub.pid")))
      assert.strictEqual((yield* hubProcess({ HUB_DATA_DIR: directory }, "migrate")).code, 0)
    })
  )
})
