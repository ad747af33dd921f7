import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { programXid } from "../../src/demo/demoPrograms.ts"
import { eventually } from "../support/eventually.ts"
import { recordOf } from "../support/http/service.ts"
import type { Database } from "../support/servers/Database.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { hubProcess, temporaryDirectory } from "../support/servers/hub.ts"
import { postgres } from "../support/servers/servers.ts"
import { holdRows } from "./holdRows.ts"
import { isWaiting } from "./lockWaits.ts"

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
      const run = yield* overtakenBy(database, [insert], "bootstrap", "docs/bootstrap.example.yaml", "--json")
      assert.deepStrictEqual([run.code, run.stderr], [0, ""])
      assert.strictEqual(run.at("organization"), "created-first")
      assert.strictEqual(run.at("results.0.outcome"), "updated")
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
