import { Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Atomic } from "../domain/shared/Atomic.ts"

/** Deadlocks and serialization failures leave nothing behind: the whole transaction may run again (DOMAIN 5.1). */
const ranIntoAnother = (defect: unknown) =>
  SqlError.isSqlError(defect) && (defect.reason._tag === "DeadlockError" || defect.reason._tag === "SerializationError")

export const layerSql = Layer.effect(
  Atomic,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const attempt = <A, E, R>(effect: Effect.Effect<A, E, R>, left: number): Effect.Effect<A, E, R> =>
      sql.withTransaction(effect).pipe(
        Effect.catchTag("SqlError", Effect.die),
        Effect.catchDefect((defect) => {
          const again: Effect.Effect<A, E, R> =
            left > 0 && ranIntoAnother(defect) ? attempt(effect, left - 1) : Effect.die(defect)
          return again
        })
      )

    return Atomic.of({
      run: (effect) =>
        Effect.flatMap(Effect.serviceOption(sql.transactionService), (outer) =>
          attempt(effect, Option.isSome(outer) ? 0 : 3)
        )
    })
  })
)

export const layerMemory = Layer.succeed(Atomic, Atomic.of({ run: Effect.tx }))
