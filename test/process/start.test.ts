import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import { startChild } from "../support/servers/child.ts"
import { makeCluster } from "../support/servers/cluster.ts"
import { eventually } from "../support/eventually.ts"
import { freePort } from "../support/servers/freePort.ts"
import { freshDatabase } from "../support/servers/freshDatabase.ts"
import { httpCall } from "../support/http/httpCall.ts"
import { binary, type Environment, hubProcess, production, root } from "../support/servers/hub.ts"
import { ownPostgres, postgres } from "../support/servers/servers.ts"
import { anHour } from "../support/anHour.ts"

/** A process that starts, whether or not it becomes ready. */
const starting = Effect.fnUntraced(function* (environment: Environment) {
  const port = yield* freePort
  const [node, ...rest] = binary
  const child = yield* startChild(node, [...rest, "serve"], {
    cwd: root,
    env: { PATH: process.env["PATH"], PORT: String(port), ...environment }
  })
  const statusOf = (path: string) =>
    httpCall(port, { method: "GET", path }).pipe(
      Effect.map(({ status }) => status),
      Effect.orElseSucceed(() => 0)
    )
  const answers = (path: string, status: number) =>
    eventually(
      `${path} answers ${status}`,
      Effect.flatMap(statusOf(path), (answered) =>
        child.isRunning() ? Effect.succeed(answered === status) : Effect.die(new Error(child.log()))
      )
    )
  return { child, port, statusOf, answers }
})

ownPostgres.describe("a process that starts while PostgreSQL is away", () => {
  it.live("GEN-012: waits for it, live but not ready, and serves once it is available", () =>
    Effect.gen(function* () {
      const cluster = yield* makeCluster
      yield* cluster.stop
      const { answers, child, port, statusOf } = yield* starting({ DATABASE_URL: cluster.database.url })
      yield* answers("/livez", 200)
      assert.strictEqual(yield* statusOf("/livez?from=probe"), 200)
      assert.strictEqual(yield* statusOf("/readyz"), 503)
      const named = { headers: { "x-request-id": "it-42" } }
      const alive = yield* httpCall(port, { method: "GET", path: "/livez", ...named })
      const refused = yield* httpCall(port, { method: "GET", path: "/api/external/v1/brands", ...named })
      assert.deepStrictEqual([refused.status, refused.at("code")], [503, "service_unavailable"])
      for (const { headers } of [alive, refused]) {
        assert.deepStrictEqual([headers["x-request-id"], headers["x-content-type-options"]], ["it-42", "nosniff"])
      }
      yield* cluster.start
      yield* answers("/readyz", 200)
      assert.strictEqual(yield* statusOf("/api/external/v1/brands"), 401)
      yield* child.signal("SIGTERM")
      assert.strictEqual(yield* child.ended, 0, child.log())
    })
  )

  it.live("ends on SIGTERM while it waits", () =>
    Effect.gen(function* () {
      const { answers, child } = yield* starting({ DATABASE_URL: "postgres://hub@127.0.0.1:9/hub" })
      yield* answers("/livez", 200)
      yield* child.signal("SIGTERM")
      assert.strictEqual(yield* child.ended, 0, child.log())
    })
  )
})

postgres.describe("a process that cannot start", () => {
  it.live("does not wait for a database or a role that does not exist", () =>
    Effect.gen(function* () {
      const { url } = yield* freshDatabase
      const database = new URL(url)
      database.pathname = "/hub_there_is_none"
      const role = new URL(url)
      role.username = "hub_nobody"
      for (const at of [database, role]) {
        // A process that waited for PostgreSQL would not end.
        const run = yield* hubProcess(
          { DATABASE_URL: at.href, PORT: "0", HUB_START_TIMEOUT_MS: String(anHour) },
          "serve"
        )
        assert.strictEqual(run.code, 1)
        assert.include(run.stderr, "does not exist")
        assert.notInclude(run.stdout, "Waiting")
      }
    })
  )

  it.live("GEN-009: refuses demo data in production and sandbox, and production keys if HUB_ENV is not set", () =>
    Effect.gen(function* () {
      const demo = yield* freshDatabase
      assert.strictEqual((yield* hubProcess({ DATABASE_URL: demo.url }, "seed")).code, 0)
      for (const HUB_ENV of ["production", "sandbox"]) {
        const run = yield* hubProcess({ ...production, HUB_ENV, DATABASE_URL: demo.url, PORT: "0" }, "serve")
        assert.strictEqual(run.code, 1)
        assert.include(
          run.stderr,
          `The database holds demo data, whose credentials are public, and HUB_ENV is ${HUB_ENV}.`
        )
      }

      const live = yield* freshDatabase
      const verb = (...args: ReadonlyArray<string>) => hubProcess({ ...production, DATABASE_URL: live.url }, ...args)
      assert.strictEqual((yield* verb("migrate")).code, 0)
      const made = yield* verb("organizations", "create", "--slug", "one", "--name", "One", "--json")
      const owner = ["--organization", String(made.at("id"))]
      const key = yield* verb("keys", "create", "--surface", "partner", ...owner, "--all", "--all-venues", "--json")
      assert.strictEqual(key.at("environment"), "production")
      const unset = yield* hubProcess({ DATABASE_URL: live.url, PORT: "0" }, "serve")
      assert.strictEqual(unset.code, 1)
      assert.include(unset.stderr, "The database holds production keys, and HUB_ENV is not set")

      const { answers, child } = yield* starting({ DATABASE_URL: live.url, HUB_ENV: "development" })
      yield* answers("/readyz", 200)
      assert.include(child.log(), "The database holds production keys, and this process serves development")
      assert.notInclude(child.log(), organizationXid("A"))
    })
  )
})
