import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Rows } from "../../src/domain/dataset/Rows.ts"
import type { TableName } from "../../src/domain/dataset/tables.ts"
import { rowsSql } from "../../src/sql/statements/rowsSql.ts"

/** The generic row statements of a table, as repositories use them: they take one parameter of JSON text. */
export const rowsOf = <Name extends TableName>(table: Name): Effect.Effect<Rows<Name>, never, SqlClient.SqlClient> =>
  Effect.map(SqlClient.SqlClient, (sql) => rowsSql(sql, table))
