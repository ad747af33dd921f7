import { Effect, Option } from "effect"
import { type SqlClient, type SqlConnection, type SqlError, type Statement } from "effect/sql"

/** The connection of a transaction that need not wait for what it sends. */
export interface SendingConnection extends SqlConnection.Connection {
  readonly send: (sql: string, params: ReadonlyArray<unknown>) => Effect.Effect<void>
}

const sends = (connection: SqlConnection.Connection): connection is SendingConnection => "send" in connection

/**
 * A statement that answers nothing. Within a transaction nobody waits for it: it goes out with the next one that is waited
 * for, or with COMMIT, and saves a round trip while locks are held. What it meets fails the transaction, then or there.
 * What it writes is typed already, as with `queryOne`.
 */
export const sent =
  <A>(sql: SqlClient.SqlClient, execute: (input: A) => Statement.Statement<unknown>) =>
  (input: A): Effect.Effect<void, SqlError.SqlError> =>
    Effect.flatMap(
      Effect.serviceOption(sql.transactionService),
      (transaction): Effect.Effect<void, SqlError.SqlError> => {
        const statement = execute(input)
        const connection = Option.getOrUndefined(transaction)?.[0]
        return connection !== undefined && sends(connection)
          ? connection.send(...statement.compile())
          : Effect.asVoid(statement)
      }
    )
