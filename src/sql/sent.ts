import { Effect, Option, type Schema } from "effect"
import { type SqlClient, type SqlConnection, type SqlError, SqlSchema, type Statement } from "effect/sql"

/** The connection of a transaction that need not wait for what it sends. */
export interface SendingConnection extends SqlConnection.Connection {
  readonly send: (sql: string, params: ReadonlyArray<unknown>) => Effect.Effect<void>
}

const sends = (connection: SqlConnection.Connection): connection is SendingConnection => "send" in connection

/**
 * A statement that answers nothing. Within a transaction nobody waits for it: it goes out with the next one that is waited
 * for, or with COMMIT, and saves a round trip while locks are held. What it meets fails the transaction, then or there.
 */
export const sent = <Request extends Schema.Constraint>(
  sql: SqlClient.SqlClient,
  options: {
    readonly Request: Request
    readonly execute: (request: Request["Encoded"]) => Statement.Statement<unknown>
  }
) =>
  SqlSchema.void({
    Request: options.Request,
    execute: (request) => {
      const statement = options.execute(request)
      return Effect.flatMap(
        Effect.serviceOption(sql.transactionService),
        (transaction): Effect.Effect<unknown, SqlError.SqlError> => {
          const connection = Option.getOrUndefined(transaction)?.[0]
          return connection !== undefined && sends(connection) ? connection.send(...statement.compile()) : statement
        }
      )
    }
  })
