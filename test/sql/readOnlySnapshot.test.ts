import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { explain } from "../../src/cli/explain.ts"
import { readOnlySnapshot } from "../../src/sql/statements/readOnlySnapshot.ts"
import * as Postgres from "../support/servers/Postgres.ts"

layer(Postgres.layer)("readOnlySnapshot", (it) => {
  it.effect("reads at repeatable read without a statement timeout, and refuses writes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const snapshot = readOnlySnapshot(sql)
      const level = sql`SELECT current_setting('transaction_isolation'), current_setting('statement_timeout')`.values
      assert.deepStrictEqual(yield* snapshot(level), [["repeatable read", "0"]])
      const cause = yield* Effect.flip(Effect.sandbox(snapshot(sql`DELETE FROM wallets`)))
      assert.strictEqual(
        explain(cause),
        "The database reported an error: cannot execute DELETE in a read-only transaction"
      )
    })
  )
})
