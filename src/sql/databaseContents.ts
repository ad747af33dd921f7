import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { migrations } from "./migrations.ts"
import { schemaState } from "./schemaState.ts"

/** Identifiers of demo rows. */
interface DemoMarks {
  readonly organizationXids: ReadonlyArray<string>
  readonly secretHashes: ReadonlyArray<string>
}

/** Descriptions of rows that belong in one environment only; empty if the database was never migrated. */
export const databaseContents = Effect.fnUntraced(function* ({ organizationXids, secretHashes }: DemoMarks) {
  const sql = yield* SqlClient.SqlClient
  const all = yield* migrations
  const pending = yield* schemaState(all)
  if (pending.length === all.length) return { hasDemoRows: false, hasProductionKeys: false }
  const select = SqlSchema.findOne({
    Request: Schema.Void,
    Result: Schema.Struct({ hasDemoRows: Schema.Boolean, hasProductionKeys: Schema.Boolean }),
    execute: () => sql`
      SELECT EXISTS (SELECT 1 FROM organizations WHERE xid = ANY(${organizationXids}::text[]))
          OR EXISTS (SELECT 1 FROM api_keys WHERE secret_hash = ANY(${secretHashes}::text[])) AS "hasDemoRows",
        EXISTS (SELECT 1 FROM api_keys WHERE environment = 'production') AS "hasProductionKeys"`
  })
  return yield* select(undefined)
})
