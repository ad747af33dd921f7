import { PgPool } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlConnection, type SqlError } from "effect/sql"
import { PipelinedTransaction } from "./PipelinedTransaction.ts"

/** Runs an effect whose statements are one transaction of the database; within another it is a savepoint of that. */
export class Transactions extends Context.Service<
  Transactions,
  { readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError.SqlError, R> }
>()("hub/layers/database/Transactions") {}

/** On connections that the client gives out for one transaction at a time. */
export const layerReserved = Layer.effect(
  Transactions,
  Effect.map(SqlClient.SqlClient, (sql) => Transactions.of({ run: sql.withTransaction }))
)

const pipelined = (connection: SqlConnection.Connection): PipelinedTransaction => {
  if (connection instanceof PipelinedTransaction) return connection
  throw new Error("The transaction was begun by another than this")
}

/** On connections of their own, which send without waiting what need not be waited for. */
export const layerPipelined = (options: PgPool.Config) =>
  Layer.effect(
    Transactions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pool = yield* PgPool.make({ ...options, multiplex: true, multiplexConcurrency: 1 })
      const open = Effect.map(pool.get, (connection) => new PipelinedTransaction(connection))
      return Transactions.of({
        run: SqlClient.makeWithTransaction({
          transactionService: sql.transactionService,
          spanAttributes: [],
          acquireConnection: (restore) => restore(open),
          begin: () => Effect.void,
          commit: (connection) => pipelined(connection).commit,
          rollback: (connection) => pipelined(connection).rollback,
          savepoint: (connection, depth) => pipelined(connection).savepoint(depth),
          releaseSavepoint: (connection, depth) => pipelined(connection).releaseSavepoint(depth),
          rollbackSavepoint: (connection, depth) => pipelined(connection).rollbackSavepoint(depth)
        })
      })
    })
  )
