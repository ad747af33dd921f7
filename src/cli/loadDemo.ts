import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { demoDataset } from "../demo/demoDataset.ts"
import { insertDataset, isEmpty, removeEverything } from "../sql/DatasetSql.ts"

/**
 * Loads the demo data if the database is empty; returns whether it did. Safe to run concurrently in several processes.
 */
export const loadDemo = Effect.gen(function* () {
  if (!(yield* isEmpty())) return false
  return yield* insertDataset(demoDataset(yield* DateTime.now)).pipe(
    Effect.as(true),
    Effect.catchTag("SqlError", (error) =>
      error.reason._tag === "UniqueViolation" ? Effect.succeed(false) : Effect.fail(error)
    )
  )
})

/**
 * Replaces the contents of the database with the demo data. It locks every table while other transactions hold locks in
 * any order, so it retries after a deadlock.
 */
export const reloadDemo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const dataset = demoDataset(yield* DateTime.now)
  yield* sql
    .withTransaction(Effect.andThen(removeEverything(), insertDataset(dataset)))
    .pipe(Effect.retry({ times: 3, while: ({ reason }) => reason._tag === "DeadlockError" }))
})
