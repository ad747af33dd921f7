import { PgClient } from "@effect/sql-pg"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { Database } from "./Database.ts"

/** Holds the locks that a statement takes, in a transaction of its own, until `release`. */
export const holdRows = Effect.fnUntraced(function* (
  database: Database,
  statement: string,
  parameters: ReadonlyArray<unknown>
) {
  const held = yield* Deferred.make<void>()
  const released = yield* Deferred.make<void>()
  const holding = yield* SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(
      sql
        .unsafe(statement, parameters)
        .pipe(Effect.andThen(Deferred.succeed(held, undefined)), Effect.andThen(Deferred.await(released)))
    )
  ).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(database.url), maxConnections: 1 })),
    Effect.orDie,
    Effect.forkScoped
  )
  yield* Effect.raceFirst(Deferred.await(held), Fiber.join(holding))
  return { release: Effect.andThen(Deferred.succeed(released, undefined), Fiber.join(holding)) }
})
