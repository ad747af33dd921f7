import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { demoDataset } from "../demo/demoDataset.ts"
import { insertDataset, isEmpty, removeEverything } from "../sql/DatasetSql.ts"

/** Loads the demo data unless something is there already; answers whether it did. Processes may do so at once. */
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
 * Puts the demo data in the place of everything that the database holds. It takes every table from those who are at work in
 * some of them, in whatever order they came to theirs: where that ends as a deadlock it begins anew.
 */
export const reloadDemo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const dataset = demoDataset(yield* DateTime.now)
  yield* sql
    .withTransaction(Effect.andThen(removeEverything(), insertDataset(dataset)))
    .pipe(Effect.retry({ times: 3, while: ({ reason }) => reason._tag === "DeadlockError" }))
})
