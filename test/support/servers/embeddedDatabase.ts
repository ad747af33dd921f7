import type { PGlite } from "@electric-sql/pglite"
import { Effect, Layer } from "effect"
import * as DatabaseLayer from "../../../src/layers/DatabaseLayer.ts"

interface Opened {
  readonly db: PGlite
  /** `schemaOf` the database when it was opened. */
  readonly schema: string
}

/** Empty databases that earlier suites of this process have given back. */
const idle: Array<Opened> = []

/** A text that changes with every change of the schema, and with nothing else. */
const schemaOf = async (db: PGlite) => {
  const catalogs = ["pg_attribute", "pg_constraint", "pg_index", "pg_proc", "pg_trigger", "pg_type"]
  const facts = catalogs.map((catalog) => `(SELECT ARRAY[count(*), max(xmin::text::bigint)] FROM ${catalog})`)
  return JSON.stringify((await db.query(`SELECT ${facts.join(", ")}`, [], { rowMode: "array" })).rows)
}

const open = async (): Promise<Opened> => {
  const db = await DatabaseLayer.openInMemory()
  return { db, schema: await schemaOf(db) }
}

/** Removes every row except those of migrations, all statistics, and whatever the session has set or prepared. */
const empty = async (db: PGlite) => {
  for (const statement of ["ROLLBACK", "DISCARD ALL"]) await db.exec(statement)
  await db.exec(`DO $$ BEGIN
      EXECUTE (
        SELECT format('TRUNCATE %s RESTART IDENTITY', string_agg(oid::regclass::text, ', ')) FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'effect_sql_migrations'
      );
      DELETE FROM pg_statistic WHERE starelid >= 16384;
    END $$`)
}

/** Keeps a database for the next suite, unless its schema was changed. */
const giveBack = async (opened: Opened) => {
  await empty(opened.db)
  if ((await schemaOf(opened.db)) === opened.schema) idle.push(opened)
  else await opened.db.close()
}

/**
 * An embedded database in memory without rows. Suites of a process use the same one in turn, since opening one takes
 * seconds.
 */
export const layer = Layer.unwrap(
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => idle.pop() ?? (await open())),
      (opened) => Effect.promise(() => giveBack(opened))
    ),
    ({ db }) => DatabaseLayer.layerOpen(db)
  )
)
