import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Runs `read` in a read-only transaction on one snapshot. A database failure is a defect. */
export const readOnlySnapshot =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    sql
      .withTransaction(
        Effect.gen(function* () {
          yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
          // Sorting a large table takes longer than the request timeout, and reading blocks nobody.
          yield* sql`SET LOCAL statement_timeout = 0`
          yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
          return yield* read
        })
      )
      .pipe(Effect.catchTag("SqlError", Effect.die))
