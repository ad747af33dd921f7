import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { foundation } from "./migrations/0001_foundation.ts"
import { arrivals } from "./migrations/0002_arrivals.ts"

const statements = (all: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const statement of all) yield* sql.unsafe(statement)
  })

/** Every migration, in order. Append only: what has run somewhere never changes. */
export const migrations = Migrator.fromRecord({
  "0001_foundation": statements(foundation),
  "0002_arrivals": statements(arrivals)
})

/** Brings the database to the newest schema; answers the migrations that ran. Safe to run by several processes at once. */
export const migrate = Migrator.make({})({ loader: migrations })
