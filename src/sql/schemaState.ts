import { Effect, Schema, String } from "effect"
import { type Migrator, SqlClient, SqlSchema } from "effect/sql"
import { tableNames } from "../domain/dataset/tables.ts"
import { SchemaForeign, SchemaNewer } from "./SchemaErrors.ts"

const ownTables = tableNames.map(String.camelToSnake)

const maxNamed = 5

const nameOf = (id: number, name: string) => `${id.toString().padStart(4, "0")}_${name}`

/**
 * The migrations of `all` that the database lacks, by name and in order. Fails if the database has migrations that are
 * not in `all`, or tables that none of them created.
 */
export const schemaState = Effect.fnUntraced(function* (all: ReadonlyArray<Migrator.ResolvedMigration>) {
  const sql = yield* SqlClient.SqlClient

  const selectState = SqlSchema.findOne({
    Request: Schema.Void,
    Result: Schema.Struct({ isMigrated: Schema.Boolean, tables: Schema.Array(Schema.String) }),
    execute: () => sql`
      SELECT to_regclass('effect_sql_migrations') IS NOT NULL AS "isMigrated",
        ARRAY(
          SELECT tablename::text FROM pg_tables
          WHERE schemaname = current_schema() AND tablename = ANY(${ownTables}::text[]) ORDER BY 1
        ) AS tables`
  })

  const selectRun = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ id: Schema.Int, name: Schema.String }),
    execute: () => sql`SELECT migration_id AS id, name FROM effect_sql_migrations ORDER BY migration_id`
  })

  const { isMigrated, tables } = yield* selectState(undefined)
  const run = isMigrated ? yield* selectRun(undefined) : []
  if (run.length === 0 && tables.length > 0) {
    const more = tables.length > maxNamed ? ` and ${tables.length - maxNamed} more tables` : ""
    return yield* new SchemaForeign({ found: `${tables.slice(0, maxNamed).join(", ")}${more}` })
  }
  const names = new Map(all.map(([id, name]) => [id, name]))
  const newest = all.at(-1)?.[0] ?? 0
  const foreign = run.find(({ id, name }) => id <= newest && names.get(id) !== name)
  if (foreign !== undefined) {
    return yield* new SchemaForeign({ found: `the migration ${nameOf(foreign.id, foreign.name)}` })
  }
  const newer = run.filter(({ id }) => id > newest)
  if (newer.length > 0) {
    return yield* new SchemaNewer({
      migrations: newer.map(({ id, name }) => nameOf(id, name)),
      newest: nameOf(newest, names.get(newest) ?? "")
    })
  }
  const ran = new Set(run.map(({ id }) => id))
  return all.filter(([id]) => !ran.has(id)).map(([id, name]) => nameOf(id, name))
})
