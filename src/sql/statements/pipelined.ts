import { Effect, Option } from "effect"
import { type SqlClient, type SqlConnection, type SqlError, type Statement } from "effect/sql"

/** The connection of a transaction that can pipeline statements. */
export interface PipelinedConnection extends SqlConnection.Connection {
  /** Sends a statement; its outcome is known once a later statement has been answered. */
  readonly pipeline: (
    sql: string,
    params: ReadonlyArray<unknown>
  ) => Effect.Effect<Effect.Effect<void, SqlError.SqlError>>
}

const isPipelined = (connection: SqlConnection.Connection): connection is PipelinedConnection =>
  "pipeline" in connection

/**
 * A statement without a result, whose outcome is a separate effect. In a pipelined transaction it is sent with the next
 * statement that has a result, and its outcome is known once that one is answered. Elsewhere it is executed at once.
 */
export const pipelinedOutcome =
  <A>(sql: SqlClient.SqlClient, execute: (input: A) => Statement.Statement<unknown>) =>
  (input: A): Effect.Effect<Effect.Effect<void, SqlError.SqlError>, SqlError.SqlError> =>
    Effect.flatMap(
      Effect.serviceOption(sql.transactionService),
      (transaction): Effect.Effect<Effect.Effect<void, SqlError.SqlError>, SqlError.SqlError> => {
        const statement = execute(input)
        const connection = Option.getOrUndefined(transaction)?.[0]
        return connection !== undefined && isPipelined(connection)
          ? connection.pipeline(...statement.compile())
          : Effect.as(statement, Effect.void)
      }
    )

/**
 * A statement without a result. In a pipelined transaction it is sent with the next statement that has one, or with
 * COMMIT, which saves a round trip while locks are held; its failure surfaces there and fails the transaction. Its
 * input is typed, as with `queryOne`.
 */
export const pipelined = <A>(sql: SqlClient.SqlClient, execute: (input: A) => Statement.Statement<unknown>) => {
  const send = pipelinedOutcome(sql, execute)
  return (input: A): Effect.Effect<void, SqlError.SqlError> => Effect.asVoid(send(input))
}
