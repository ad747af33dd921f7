import type { PgConnection } from "@effect/sql-pg"
import { Effect, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"

type TransformRows = (<A extends object>(rows: ReadonlyArray<A>) => ReadonlyArray<A>) | undefined

/** Executes a client's statements, each on the connection that `on` chooses. */
export abstract class PgStatements implements SqlConnection.Connection {
  protected abstract on<A>(
    statement: (connection: PgConnection.PgConnection) => Effect.Effect<A, SqlError.SqlError>
  ): Effect.Effect<A, SqlError.SqlError>

  readonly executeRaw = (sql: string, params: ReadonlyArray<unknown>, prepare = true) =>
    this.on((connection) => connection.query(sql, params, prepare))

  readonly execute = (sql: string, params: ReadonlyArray<unknown>, transform: TransformRows, prepare = true) =>
    Effect.map(
      this.executeRaw(sql, params, prepare),
      ({ rows }): ReadonlyArray<PgConnection.Row> => (transform === undefined ? rows : transform(rows))
    )

  readonly executeUnprepared = (sql: string, params: ReadonlyArray<unknown>, transform: TransformRows) =>
    this.execute(sql, params, transform, false)

  readonly executeValues = (sql: string, params: ReadonlyArray<unknown>, prepare = true) =>
    this.on((connection) => connection.queryValues(sql, params, prepare))

  readonly executeValuesUnprepared = (sql: string, params: ReadonlyArray<unknown>) =>
    this.executeValues(sql, params, false)

  readonly executeStream = () => Stream.die(new Error("Streams have transactions of their own: `sql.withTransaction`"))
}
