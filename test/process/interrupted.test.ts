import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { memberXid } from "../../src/demo/demoMembers.ts"
import { eventually } from "../support/eventually.ts"
import { startChild } from "../support/servers/child.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { binary, hubProcess, root, temporaryDirectory } from "../support/servers/hub.ts"
import { postgres } from "../support/servers/servers.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { anHour } from "../support/anHour.ts"

postgres.describe("an interrupted command", () => {
  it.live("ends although its statement waits for a lock, and leaves nothing written", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const file = join(yield* temporaryDirectory, "members.ndjson")
      const line = { memberId: memberXid("M1"), firstName: "Renamed", lastName: "One", email: "m1@example.com" }
      yield* Effect.promise(() => writeFile(file, JSON.stringify(line)))
      const args = ["import", "members", "--organization", "organization-a", file]
      const names = database.value("SELECT first_name FROM members WHERE xid = $1", [line.memberId])
      const before = yield* names
      const { release } = yield* holdRows(database, "SELECT FROM members WHERE xid = $1 FOR UPDATE", [line.memberId])
      const [node, ...rest] = binary
      const child = yield* startChild(node, [...rest, ...args], {
        cwd: root,
        env: { PATH: process.env["PATH"], DATABASE_URL: database.url, HUB_DATABASE_TIMEOUT_MS: String(anHour) }
      })
      yield* eventually("the import waits for the row", isWaiting(database))
      yield* child.signal("SIGINT")
      assert.strictEqual(yield* child.ended, 130, child.log())

      yield* release
      yield* eventually(
        "the server has ended the session",
        Effect.map(
          database.value(
            "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
          ),
          (sessions) => sessions === 0
        )
      )
      assert.strictEqual(yield* names, before)
      const again = yield* hubProcess({ DATABASE_URL: database.url }, ...args, "--json")
      assert.deepStrictEqual([again.code, again.at("updated")], [0, 1], again.stderr)
    })
  )
})
