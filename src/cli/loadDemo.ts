import { DateTime, Effect } from "effect"
import { demoDataset } from "../demo/demoDataset.ts"
import { insertDataset, isEmpty } from "../sql/DatasetSql.ts"

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
