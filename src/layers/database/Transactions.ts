import type { PgConnection } from "@effect/sql-pg"
import { Cause, Context, Duration, Effect, Exit, Layer, Option, Semaphore } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type Lane, type LaneOptions, makeLanes } from "./Lane.ts"
import { PooledConnection } from "./PooledConnection.ts"
import { PipelinedTransaction, readOnlyUnlessBegun } from "./PipelinedTransaction.ts"

/** Runs an effect in one database transaction; a nested one is a savepoint. */
export class Transactions extends Context.Service<
  Transactions,
  { readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError.SqlError, R> }
>()("hub/layers/database/Transactions") {}

/** Runs each transaction on a connection reserved by the client. */
export const layerReserved = Layer.effect(
  Transactions,
  Effect.map(SqlClient.SqlClient, (sql) => Transactions.of({ run: sql.withTransaction }))
)

/** Time after which a transaction without a connection looks for one again. */
const untilOthersEnd = Duration.millis(100)

/** The same span as the client's own transactions. */
const traced = Effect.withSpan("sql.transaction", { kind: "internal" })

/** Lends each lane to one caller at a time: an open one if there is any, of these the latest used. */
const lend = (lanes: ReadonlyArray<Lane>) => {
  const free = lanes.toReversed()
  const available = Semaphore.makeUnsafe(lanes.length)
  const take = Effect.sync(() => {
    const latest = free.findLastIndex(({ isOpen }) => isOpen)
    const [lane] = free.splice(latest, 1)
    if (lane === undefined) throw new Error("More transactions than connections")
    return lane
  })
  return <A, E, R>(run: (connection: PgConnection.PgConnection, lane: Lane) => Effect.Effect<A, E, R>) =>
    available.withPermit(
      Effect.acquireUseRelease(
        take,
        (lane) => lane.use((connection) => run(connection, lane)),
        (lane) => Effect.sync(() => free.push(lane))
      )
    )
}

/**
 * Pipelined transactions on their own connections. Equivalent to `SqlClient.makeWithTransaction`, but without
 * `afterCommit`, which is unused here, and without copying the whole context, which was a seventh of a claim's
 * allocations.
 */
export const layerPipelined = (options: LaneOptions) =>
  Layer.effect(
    Transactions,
    Effect.gen(function* () {
      const { reserve, transactionService } = yield* SqlClient.SqlClient
      const lanes = yield* makeLanes(
        {
          ...options,
          startupParameters: { ...options.startupParameters, ...readOnlyUnlessBegun },
          multiplexConcurrency: 1,
          minConnections: 1
        },
        reserve
      )
      const use = lend(lanes)

      const isOwnSession = yield* use((connection, lane) =>
        Effect.map(
          lane.counted(
            connection.queryValues("SELECT pg_backend_pid(), current_setting('default_transaction_read_only')")
          ),
          ([row]) => row?.[0] === connection.processId && row[1] === readOnlyUnlessBegun.default_transaction_read_only
        )
      )
      if (!isOwnSession) return yield* new PooledConnection()

      /**
       * Retried once per connection, because each may hold a stale plan. When no further connection can be opened, the
       * transaction waits for one of those that are.
       */
      const outermost = <A, E, R>(
        effect: Effect.Effect<A, E, R>,
        left = options.maxConnections
      ): Effect.Effect<A, E | SqlError.SqlError, R> =>
        Effect.suspend(() => {
          let latest: PipelinedTransaction | undefined
          const run = use((connection, lane) => {
            const transaction = new PipelinedTransaction(connection, lane)
            latest = transaction
            return Effect.uninterruptibleMask((restore) =>
              Effect.onExit(
                Effect.provideService(restore(effect), transactionService, [transaction, 0]),
                (exit): Effect.Effect<void, SqlError.SqlError> =>
                  Exit.isSuccess(exit) ? transaction.commit : transaction.rollback
              )
            )
          })
          return Effect.catchCause(run, (cause) => {
            if (latest?.hasStalePlan === true && left > 0) return outermost(effect, left - 1)
            const failedToConnect = latest === undefined && !Cause.hasInterrupts(cause)
            return failedToConnect && lanes.some(({ isOpen }) => isOpen)
              ? Effect.delay(outermost(effect, left), untilOthersEnd)
              : Effect.failCause(cause)
          })
        })

      /** A nested transaction: a savepoint, serialised with its siblings. */
      const nested = <A, E, R>(effect: Effect.Effect<A, E, R>, transaction: PipelinedTransaction, depth: number) =>
        transaction.turn(depth)(
          Effect.uninterruptibleMask((restore) =>
            Effect.andThen(
              transaction.savepoint(depth),
              Effect.onExit(Effect.provideService(restore(effect), transactionService, [transaction, depth]), (exit) =>
                Effect.andThen(
                  Exit.isSuccess(exit) ? Effect.void : Effect.orDie(transaction.rollbackSavepoint(depth)),
                  transaction.releaseSavepoint(depth)
                )
              )
            )
          )
        )

      return Transactions.of({
        run: (effect) =>
          Effect.flatMap(Effect.serviceOption(transactionService), (open) => {
            if (Option.isNone(open)) return traced(outermost(effect))
            const [transaction, depth] = open.value
            return transaction instanceof PipelinedTransaction
              ? traced(nested(effect, transaction, depth + 1))
              : Effect.die(new Error("The transaction was begun by another client"))
          })
      })
    })
  )
