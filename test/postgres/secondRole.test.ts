import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { migrate } from "../../src/sql/migrations.ts"
import { connection, databaseAt } from "../support/servers/Database.ts"
import { freshDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"

/** The statements with which the guide creates a second login role. */
const guide =
  /### The database password\n[^#]*?```sql\n(?<statements>.*?)```/su
    .exec(readFileSync("docs/operations.md", "utf8"))
    ?.groups?.["statements"]?.trim() ?? ""

const urlAs = (url: string, user: string, password: string) => {
  const other = new URL(url)
  other.username = user
  other.password = encodeURIComponent(password)
  return other.href
}

postgres.describe("a second role, created as the guide says", () => {
  it.live("migrates the database to tables that the first one can use", () =>
    Effect.gen(function* () {
      // Roles belong to the server, and are shared with other runs.
      const first = `hub_test_${crypto.randomUUID().replaceAll("-", "")}`
      const second = `${first}_second`
      const server = databaseAt(postgres.url ?? "")
      assert.include(guide, "CREATE ROLE second_hub LOGIN PASSWORD 'another password' IN ROLE hub;")
      yield* Effect.acquireRelease(server.query(`CREATE ROLE ${first} LOGIN PASSWORD 'a password'`), () =>
        server.query(`DROP ROLE IF EXISTS ${second}, ${first}`)
      )
      // Dropped before the roles, which own what is in it.
      const { query, url } = yield* freshDatabase
      yield* query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${first}`)
      for (const statement of guide.split(";\n"))
        yield* server.query(statement.replaceAll("second_hub", second).replaceAll(/\bhub\b/gu, first))

      const ran = yield* Effect.provide(migrate, connection(urlAs(url, second, "another password")))
      assert.isAbove(ran.length, 40)
      const counts = yield* databaseAt(urlAs(url, first, "a password")).query("SELECT * FROM fulfillment_counts")
      assert.deepStrictEqual(counts, [])
    })
  )
})
