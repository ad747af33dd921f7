import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { parse } from "yaml"
import { programXid } from "../../src/demo/demoPrograms.ts"
import { eventually } from "../support/eventually.ts"
import { each, recordOf } from "../support/http/service.ts"
import type { Database } from "../support/servers/Database.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { hubProcess, root, temporaryDirectory } from "../support/servers/hub.ts"
import { postgres } from "../support/servers/servers.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { areWaiting, isWaiting } from "../support/servers/lockWaits.ts"

const examplePath = "docs/bootstrap.example.yaml"
const example = Effect.promise(() => readFile(join(root, examplePath), "utf8"))

/** Runs a command that finds a row missing, which another session then creates first. */
const overtakenBy = Effect.fnUntraced(function* (
  database: Database,
  [insert, ...values]: readonly [string, ...ReadonlyArray<string>],
  ...args: ReadonlyArray<string>
) {
  const { release } = yield* holdRows(database, insert, values)
  const environment = { DATABASE_URL: database.url, HUB_DATABASE_TIMEOUT_MS: "60000" }
  const running = yield* Effect.forkChild(hubProcess(environment, ...args))
  yield* eventually("the command waits for the other session", isWaiting(database))
  yield* release
  return yield* Fiber.join(running)
})

postgres.describe("a file imported twice at the same time", () => {
  it.live("the second bootstrap of a new organization finds what the first one created", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const insert = `INSERT INTO organizations (xid, slug, name, status)
        VALUES ('created-first', 'example-hotels', 'Example Hotels', 'active')`
      const run = yield* overtakenBy(database, [insert], "bootstrap", examplePath, "--json")
      assert.deepStrictEqual([run.code, run.stderr], [0, ""])
      assert.strictEqual(run.at("organization"), "created-first")
      assert.strictEqual(run.at("results.0.outcome"), "updated")
    })
  )

  it.live("the second bootstrap of an existing organization finds what the first one added", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const environment = { DATABASE_URL: database.url, HUB_DATABASE_TIMEOUT_MS: "60000" }
      const file = join(yield* temporaryDirectory, "organization.json")
      const { operators, program: _, ...organization } = recordOf(parse(yield* example))
      const withoutTeams = each({ operators }, "operators").map((operator) => ({ ...recordOf(operator), teams: [] }))
      yield* Effect.promise(() => writeFile(file, JSON.stringify({ ...organization, operators: withoutTeams })))
      assert.strictEqual((yield* hubProcess(environment, "bootstrap", file)).code, 0)

      // Written last by a bootstrap, so that both have seen what is missing.
      const operator = "SELECT FROM operators WHERE identity_subject = $1 FOR UPDATE"
      const { release } = yield* holdRows(database, operator, ["idp-subject-of-the-manager"])
      const importing = hubProcess(environment, "bootstrap", examplePath, "--json")
      const running = yield* Effect.forkChild(Effect.all([importing, importing], { concurrency: 2 }))
      yield* eventually("both wait", areWaiting(database, 2))
      yield* release
      const runs = yield* Fiber.join(running)
      assert.deepStrictEqual(
        runs.map(({ code, stderr }) => [code, stderr]),
        [
          [0, ""],
          [0, ""]
        ]
      )
      const outcomes = runs.map((run) => new Set(each(run.at(""), "results").map((row) => recordOf(row)["outcome"])))
      assert.includeDeepMembers(outcomes, [new Set(["unchanged"]), new Set(["unchanged", "created", "updated"])])
      const added = `SELECT (SELECT count(*)::int FROM programs p WHERE p.organization_id = o.id),
        (SELECT count(*)::int FROM team_members m JOIN operators w ON w.id = m.operator_id
          WHERE w.organization_id = o.id)
        FROM organizations o WHERE o.slug = 'example-hotels'`
      assert.deepStrictEqual(yield* database.query(added, []), [[1, 2]])
    })
  )

  it.live("a bootstrap finds the invite link that its venue has got meanwhile", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      assert.strictEqual((yield* hubProcess({ DATABASE_URL: database.url }, "bootstrap", examplePath)).code, 0)
      const venue = "property_id = (SELECT id FROM properties WHERE slug = 'example-grand-lisbon')"
      yield* database.query(`DELETE FROM invite_links WHERE ${venue}`, [])
      const insert = `INSERT INTO invite_links (organization_id, property_id, token_hash, active, rotated_at)
        SELECT organization_id, id, repeat('f', 64), true, now() FROM properties WHERE slug = 'example-grand-lisbon'`
      const run = yield* overtakenBy(database, [insert], "bootstrap", examplePath, "--json")
      assert.deepStrictEqual([run.code, run.stderr], [0, ""])
      const hash = yield* database.value(`SELECT token_hash FROM invite_links WHERE ${venue}`, [])
      assert.strictEqual(hash, "f".repeat(64))
    })
  )

  it.live("the second import of a new program finds what the first one created", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const directory = yield* temporaryDirectory
      const exported = yield* hubProcess({ DATABASE_URL: database.url }, "program", "export", programXid("A"))
      const program = { ...recordOf(exported.at("program")), programId: "created-first", name: "New", status: "draft" }
      const rows = { earningRules: [], tiers: [], benefits: [], groups: [], entitlements: [], pools: [] }
      const file = join(directory, "program.json")
      yield* Effect.promise(() =>
        writeFile(file, JSON.stringify({ ...recordOf(exported.at("")), ...rows, program, venueIds: [] }))
      )
      const insert = `INSERT INTO programs (xid, organization_id, name, status)
        SELECT 'created-first', organization_id, 'New', 'draft' FROM programs WHERE xid = $1`
      const run = yield* overtakenBy(database, [insert, programXid("A")], "program", "import", file, "--json")
      assert.deepStrictEqual([run.code, run.stderr], [0, ""])
      assert.deepStrictEqual([run.at("imported"), run.at("results.0.outcome")], [true, "updated"])
    })
  )
})
