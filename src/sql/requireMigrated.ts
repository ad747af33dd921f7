import { Effect } from "effect"
import { migrations } from "./migrations.ts"
import { SchemaOlder } from "./SchemaErrors.ts"
import { schemaState } from "./schemaState.ts"

/** Fails unless the database has the schema of this release; changes nothing. */
export const requireMigrated = Effect.gen(function* () {
  const all = yield* migrations
  const pending = yield* schemaState(all)
  if (pending.length > 0)
    return yield* new SchemaOlder({ first: pending.length === all.length ? undefined : pending[0] })
})
