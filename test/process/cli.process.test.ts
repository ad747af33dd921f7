import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { integrationXid } from "../../src/demo/demoIntegrations.ts"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import { eventually } from "../support/eventually.ts"
import { demoDatabase, freshDatabase } from "../support/servers/freshDatabase.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { hubProcess } from "../support/servers/hub.ts"
import { type ServerProcess, startServer } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { at, each } from "../support/http/service.ts"

/** The longest that a revocation may take (PAR-100). */
const boundSeconds = 60

const brands = (server: ServerProcess, secret: unknown) =>
  Effect.map(
    server.call({
      method: "GET",
      path: "/api/external/v1/brands",
      headers: { authorization: `Bearer ${String(secret)}` }
    }),
    ({ status }) => status
  )

const isRefused = (server: ServerProcess, secret: unknown) =>
  Effect.map(brands(server, secret), (status) => status === 401)

postgres.describe("the binary beside a server on the same PostgreSQL", () => {
  it.live(
    "HUB-080, HUB-083, PAR-100: makes a key that works at once, rotates it with an overlap, and revokes it in time",
    () =>
      Effect.gen(function* () {
        const database = yield* demoDatabase
        // Keys are cached for as long as allowed, so that only a notification can end one in time.
        const server = yield* startServer(database, { HUB_KEY_CACHE_SECONDS: String(boundSeconds) })
        const keys = (...args: ReadonlyArray<string>) =>
          hubProcess({ DATABASE_URL: database.url }, "keys", ...args, "--json")

        const owner = ["--organization", organizationXid("A"), "--integration", integrationXid("brands")]
        const made = yield* keys("create", "--surface", "hub", ...owner, "--permission", "hub:api:brands:read")
        assert.deepStrictEqual([made.code, made.stderr], [0, ""])
        assert.strictEqual(yield* brands(server, made.at("secret")), 200)

        const rotated = yield* keys("rotate", String(made.at("id")), "--overlap", "8s")
        assert.strictEqual(yield* brands(server, rotated.at("secret")), 200)
        assert.strictEqual(yield* brands(server, made.at("secret")), 200)
        yield* eventually("the old key has run out", isRefused(server, made.at("secret")))
        assert.strictEqual(yield* brands(server, rotated.at("secret")), 200)

        const revoked = yield* keys("revoke", String(rotated.at("id")))
        assert.strictEqual(revoked.at("state"), "revoked")
        yield* eventually("the revoked key is refused", isRefused(server, rotated.at("secret")), boundSeconds / 2)

        const listed = yield* keys("list", "--organization", organizationXid("A"))
        const states = each(listed.at("items"), "")
          .filter((item: unknown) => at(item, "name") === "hub key")
          .map((item: unknown) => at(item, "state"))
        assert.deepStrictEqual(states, ["expired", "revoked"])
        const text = yield* hubProcess({ DATABASE_URL: database.url }, "keys", "list")
        const [titles = ""] = text.stdout.split("\n")
        assert.deepStrictEqual(titles.split(/ {2,}/), ["id", "state", "key", "organization", "expires", "used", "name"])
        for (const one of [made, rotated]) {
          const secret = String(one.at("secret"))
          const item = each(listed.at("items"), "").find((item: unknown) => at(item, "id") === one.at("id"))
          assert.strictEqual(at(item, "lastFour"), secret.slice(-4))
          assert.strictEqual(secret.startsWith(String(at(item, "prefix"))), true)
          assert.notInclude(listed.stdout, secret.slice(-43, -4))
          assert.notInclude(server.log(), secret)
        }
      })
  )

  it.live("migrates and seeds an empty database once, however many processes do so concurrently", () =>
    Effect.gen(function* () {
      const database = yield* freshDatabase
      const run = (...args: ReadonlyArray<string>) => hubProcess({ DATABASE_URL: database.url }, ...args)
      const before = yield* run("doctor")
      assert.strictEqual(before.code, 1)
      assert.match(before.stdout, /^fail +migrations +pending: 0001_foundation/m)

      const list = yield* run("keys", "list")
      assert.deepStrictEqual([list.code, list.stderr], [1, "The database is not migrated: run `hub migrate`.\n"])

      const runs = yield* Effect.forEach([1, 2, 3, 4], () => run("seed", "--json"), { concurrency: 4 })
      for (const { code, stderr } of runs) assert.deepStrictEqual([code, stderr], [0, ""])
      assert.lengthOf(
        runs.filter((one) => one.at("loaded") === true),
        1
      )
      const doctor = yield* run("doctor", "--json")
      assert.deepStrictEqual([doctor.code, doctor.at("ok")], [0, true])
      assert.deepStrictEqual((yield* run("migrate", "--json")).at(""), { ran: [] })
    })
  )

  it.live("hub doctor reports the other checks if the totals of lists take too long to compare", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      yield* holdRows(database, "LOCK TABLE fulfillment_counts IN ACCESS EXCLUSIVE MODE", [])
      const doctor = yield* hubProcess({ DATABASE_URL: database.url, HUB_DATABASE_TIMEOUT_MS: "500" }, "doctor")
      assert.strictEqual(doctor.code, 0, doctor.stdout)
      assert.match(doctor.stdout, /^ok +migrations +all applied$/m)
      assert.match(doctor.stdout, /^warn +totals of lists +not compared: .* longer than HUB_DATABASE_TIMEOUT_MS$/m)
      assert.match(doctor.stdout, /^ok +verification codes +\d+ can be opened$/m)
    })
  )
})
