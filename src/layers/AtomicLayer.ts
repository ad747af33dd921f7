import { Effect, Layer, Metric, Option, TxRef } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Atomic } from "../domain/shared/Atomic.ts"
import { type FaultPoint, Faults } from "../domain/shared/Faults.ts"
import { metrics } from "../domain/shared/metrics.ts"
import { Transactions } from "./database/Transactions.ts"

/** Deadlocks and serialization failures leave no effects, so the whole transaction can be retried (DOMAIN 5.1). */
const conflictOf = (defect: unknown) => {
  if (!SqlError.isSqlError(defect)) return undefined
  if (defect.reason._tag === "DeadlockError") return "deadlock"
  return defect.reason._tag === "SerializationError" ? "serialization" : undefined
}

/** A fault armed by a test. Callers see an ordinary defect (GEN-014). */
class FaultInjected extends Error {
  override readonly name = "FaultInjected"
}

const strike = (point: FaultPoint): Effect.Effect<void> =>
  Effect.flatMap(
    Faults.use((faults) => faults.strike(point)),
    (isStruck) => (isStruck ? Effect.die(new FaultInjected(`at ${point}`)) : Effect.void)
  )

const inFlight = metrics.transactionsInFlight.of({})
const waitSeconds = metrics.transactionWaitSeconds.of({})

/** Measures how long a transaction waits for its connection, and how many are in flight. */
const measured = <A, E, R>(transaction: (began: Effect.Effect<void>) => Effect.Effect<A, E, R>) =>
  Effect.withFiber<A, E, R>(({ context }) => {
    const requestedAt = performance.now()
    let waiting = true
    const began = Effect.sync(() => {
      if (waiting) waitSeconds.updateUnsafe((performance.now() - requestedAt) / 1000, context)
      waiting = false
    })
    inFlight.modifyUnsafe(1, context)
    return Effect.ensuring(
      transaction(began),
      Effect.sync(() => inFlight.modifyUnsafe(-1, context))
    )
  })

/** Database transactions; a nested one is a savepoint. */
export const layerSql = Layer.effect(
  Atomic,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transactions = yield* Transactions

    const attempt = <A, E, R>(effect: Effect.Effect<A, E, R>, left: number): Effect.Effect<A, E, R> =>
      transactions.run(effect).pipe(
        Effect.catchTag("SqlError", Effect.die),
        Effect.catchDefect((defect): Effect.Effect<A, E, R> => {
          const reason = conflictOf(defect)
          return reason === undefined || left === 0
            ? Effect.die(defect)
            : Effect.andThen(Metric.update(metrics.transactionRetries.of({ reason }), 1), attempt(effect, left - 1))
        })
      )

    const outermost = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      measured((began) =>
        attempt(Effect.andThen(began, Effect.tap(effect, strike("before_commit"))), 3).pipe(
          Effect.tap(strike("after_commit"))
        )
      )

    return Atomic.of({
      run: (effect) =>
        Effect.flatMap(Effect.serviceOption(sql.transactionService), (outer) =>
          Option.isSome(outer) ? attempt(effect, 0) : outermost(effect)
        )
    })
  })
)

/** Undoes what `effect` wrote if it fails: `Effect.tx` alone would leave that to the transaction around it. */
const savepoint = <A, E, R>({ journal }: Effect.Transaction["Service"], effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const before = new Map([...journal].map(([ref, { value }]) => [ref, value]))
    const undo = Effect.suspend(() =>
      Effect.forEach(
        journal,
        ([ref, { value }]) => {
          const former: unknown = before.has(ref) ? before.get(ref) : ref.value
          return value === former ? Effect.void : TxRef.set(ref, former)
        },
        { discard: true }
      )
    )
    return Effect.onError(effect, () => undo)
  })

/**
 * Transactions over the in-memory tables; a nested one is a savepoint. A body that conflicts with another is retried,
 * but a fault strikes only once.
 */
export const layerMemory = Layer.succeed(
  Atomic,
  Atomic.of({
    run: (effect) =>
      Effect.flatMap(Effect.serviceOption(Effect.Transaction), (outer) => {
        if (Option.isSome(outer)) return savepoint(outer.value, effect)
        let beforeCommit: Effect.Effect<void> = Effect.onExit(strike("before_commit"), (exit) =>
          Effect.sync(() => {
            beforeCommit = exit
          })
        )
        return Effect.tx(
          Effect.tap(
            effect,
            Effect.suspend(() => beforeCommit)
          )
        ).pipe(Effect.tap(strike("after_commit")))
      })
  })
)
