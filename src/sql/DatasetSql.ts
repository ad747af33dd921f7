import { Effect, Predicate, Schema, String } from "effect"
import { SqlClient } from "effect/sql"
import { type Dataset, type DatasetName, datasetNames } from "../domain/dataset/Dataset.ts"
import { isNumbered } from "../domain/dataset/Table.ts"
import { tableNames, tableOf, tables } from "../domain/dataset/tables.ts"
import { Progress } from "../domain/shared/Progress.ts"
import { byColumn } from "./statements/byColumn.ts"

/** Tables with a sequence, which has to continue after the loaded rows. */
const numbered = datasetNames.filter((name) => isNumbered(tableOf[name]))

/** Tables that triggers derive from others: nothing else writes them, and a dataset does not hold them. */
export const derivedTables: ReadonlyArray<string> = [
  "action_counts",
  "enrolment_counts",
  "fulfillment_counts",
  "guest_invite_counts",
  "insight_counts",
  "member_counts",
  "member_links",
  "offer_code_counts",
  "page_theme_kits"
]

const encodeRows = (name: DatasetName, rows: ReadonlyArray<unknown>) => {
  const encode = Schema.encodeUnknownSync(Schema.toCodecJson(tables[name].row))
  const columns = new Map<string, string>(tableOf[name].fields.map((field) => [field, String.camelToSnake(field)]))
  // Null fields are left out, because thousands of rows are read faster without them.
  return rows.map((row) => byColumn(encode(row), columns, Predicate.isNotNull))
}

const columnsOf = (name: DatasetName) =>
  tableOf[name].fields.map((field) => ({
    column: String.camelToSnake(field),
    isBinary: tableOf[name].binary?.some((binary) => binary === field) === true
  }))

/** Bytes are base64 in JSON, but a JSON recordset would read that text as the bytes of a `bytea`. */
const valueOf = ({ column, isBinary }: ReturnType<typeof columnsOf>[number]) =>
  isBinary ? `decode(encode(${column}, 'escape'), 'base64')` : column

/**
 * Lifts the timeouts of requests for the rest of the transaction: many rows take longer, and so does waiting for
 * another process that loads the same data.
 */
const liftTimeouts = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SET LOCAL statement_timeout = 0`
  yield* sql`SET LOCAL lock_timeout = 0`
})

/** Inserts the rows of `dataset` in one transaction; fails if any key is taken. */
export const insertDataset = Effect.fnUntraced(function* (dataset: Dataset) {
  const sql = yield* SqlClient.SqlClient
  const progress = yield* Progress
  const all = datasetNames.reduce((count, name) => count + dataset[name].length, 0)
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* liftTimeouts()
      let done = 0
      for (const name of datasetNames) {
        const rows = encodeRows(name, dataset[name])
        const table = String.camelToSnake(name)
        const columns = columnsOf(name)
        const listed = columns.map(({ column }) => column).join(", ")
        yield* sql.unsafe(
          `INSERT INTO ${table} (${listed}) SELECT ${columns.map(valueOf).join(", ")} FROM json_populate_recordset(NULL::${table}, $1::text::json)`,
          [JSON.stringify(rows)]
        )
        done += rows.length
        yield* progress("Loading data", { done, all, unit: "rows" })
      }
      for (const name of numbered) {
        const table = String.camelToSnake(name)
        yield* sql.unsafe(
          `SELECT setval(pg_get_serial_sequence('${table}', 'id'), coalesce(max(id), 1), max(id) IS NOT NULL) FROM ${table}`
        )
      }
    })
  )
})

/**
 * Removes every row of every table that the service writes. For tests and demos only. In a deadlock with a job,
 * PostgreSQL is made to end the job's transaction, which the job repeats: a job of many transactions could otherwise
 * defeat every attempt of this one. Only superusers may set that; for other roles this transaction is repeated as
 * usual.
 */
export const removeEverything = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  const all = tableNames.map(String.camelToSnake).join(", ")
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* liftTimeouts()
      yield* sql`
        SELECT set_config('deadlock_timeout', '1min', true) FROM pg_roles WHERE rolname = current_user AND rolsuper`
      yield* sql.unsafe(`TRUNCATE ${all}, ${derivedTables.join(", ")} RESTART IDENTITY CASCADE`)
    })
  )
})

/** True when the database holds no organization, so nothing has been loaded or created. */
export const isEmpty = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql.unsafe("SELECT 1 FROM organizations LIMIT 1")).length === 0
})
