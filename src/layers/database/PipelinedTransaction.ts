import type { PgConnection } from "@effect/sql-pg"
import { Effect, Fiber, Predicate, Semaphore } from "effect"
import { SqlError } from "effect/sql"
import type { PipelinedConnection } from "../../sql/statements/pipelined.ts"
import { sqlStateOf } from "../../sql/statements/sqlStateOf.ts"
import type { Lane } from "./Lane.ts"
import { PgStatements } from "./PgStatements.ts"

type PipelinedStatement = Fiber.Fiber<PgConnection.Result, SqlError.SqlError>

const rolledBack = new SqlError.SqlError({
  reason: new SqlError.UnknownError({
    cause: new Error("COMMIT ended as ROLLBACK"),
    message: "The transaction had failed before its end",
    operation: "commit"
  })
})

/** The server begins no transaction that may write, for example because it is a standby. */
const notBegun = ({ reason: { cause } }: SqlError.SqlError) =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ cause, message: "The server began no transaction", operation: "begin" })
  })

/** A prepared statement whose plan no longer fits its tables, or that the server has lost (26000). */
const isStale = (error: SqlError.SqlError) =>
  sqlStateOf(error) === "26000" ||
  // A code for much that is not supported: this function of the server finds stale plans.
  (sqlStateOf(error) === "0A000" &&
    Predicate.hasProperty(error.reason.cause, "routine") &&
    error.reason.cause.routine === "RevalidateCachedQuery")

/**
 * Session defaults of the connections of pipelined transactions. BEGIN is pipelined with the first statements, so if
 * the server rejected it they would run and commit one by one. Outside an explicit transaction a session is therefore
 * read-only, and the server rejects every write and every row lock (25006).
 */
export const readOnlyUnlessBegun = { default_transaction_read_only: "on" } as const

/**
 * One transaction on its own connection. A statement without a result is pipelined: it is sent with the next statement
 * that has one, BEGIN with the first, and the rest with COMMIT. PostgreSQL runs them in order and rejects everything
 * after a failure, so the first failure is the one to report. A connection whose transaction cannot be ended is
 * discarded.
 */
export class PipelinedTransaction extends PgStatements implements PipelinedConnection {
  readonly #connection: PgConnection.PgConnection
  readonly #pending: Array<PipelinedStatement> = []
  readonly #turns: Array<Semaphore.Semaphore> = []
  readonly #lane: Lane
  #begun = false
  #hasStalePlan = false

  constructor(connection: PgConnection.PgConnection, lane: Lane) {
    super()
    this.#connection = connection
    this.#lane = lane
  }

  readonly pipeline = (
    sql: string,
    params: ReadonlyArray<unknown>
  ): Effect.Effect<Effect.Effect<void, SqlError.SqlError>> =>
    this.#begin(Effect.map(this.#queue(this.#query(sql, params)), (statement) => Effect.asVoid(Fiber.join(statement))))

  get commit(): Effect.Effect<void, SqlError.SqlError> {
    return Effect.suspend(() => {
      if (!this.#begun) return Effect.void
      const committed = Effect.flatMap(this.#query("COMMIT", []), ({ command }) =>
        command === "ROLLBACK" ? Effect.fail(rolledBack) : Effect.void
      )
      return Effect.onError(
        this.#observed(
          Effect.andThen(Effect.exit(committed), (exit) => Effect.andThen(this.#settled(this.#pending), exit))
        ),
        () => this.rollback
      )
    })
  }

  /** Ends the transaction. If ROLLBACK fails, the server rolls back when the connection closes. */
  get rollback(): Effect.Effect<void> {
    return Effect.suspend(() =>
      this.#begun
        ? Effect.matchEffect(this.#query("ROLLBACK", []), {
            onFailure: () => this.#lane.discard(this.#connection),
            onSuccess: () => (this.#hasStalePlan ? this.#lane.discard(this.#connection) : Effect.void)
          })
        : Effect.void
    )
  }

  /**
   * Whether a table changed under one of its prepared statements. The connection may hold more stale plans, so the
   * transaction has to be retried on another one.
   */
  get hasStalePlan(): boolean {
    return this.#hasStalePlan
  }

  /** Serialises the savepoints of one depth. */
  readonly turn = (depth: number) => (this.#turns[depth] ??= Semaphore.makeUnsafe(1)).withPermit

  readonly savepoint = (depth: number) => Effect.asVoid(this.pipeline(`SAVEPOINT s${depth}`, []))

  readonly releaseSavepoint = (depth: number) => Effect.asVoid(this.pipeline(`RELEASE SAVEPOINT s${depth}`, []))

  readonly rollbackSavepoint = (depth: number): Effect.Effect<void, SqlError.SqlError> =>
    Effect.map(this.#query(`ROLLBACK TO SAVEPOINT s${depth}`, []), () => {
      // Earlier failures are rolled back and no longer fail the transaction.
      this.#pending.length = 0
    })

  #query(sql: string, params: ReadonlyArray<unknown>): Effect.Effect<PgConnection.Result, SqlError.SqlError> {
    return this.#lane.counted(this.#connection.query(sql, params))
  }

  #begin<A, E>(statement: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.suspend(() => {
      if (this.#begun) return statement
      this.#begun = true
      return Effect.andThen(this.#queue(Effect.mapError(this.#query("BEGIN READ WRITE", []), notBegun)), statement)
    })
  }

  /**
   * Detached, because the caller may end before the connection sends the statements queued in this turn of the event
   * loop, and a child fiber would withdraw its statement.
   */
  #queue(statement: Effect.Effect<PgConnection.Result, SqlError.SqlError>): Effect.Effect<PipelinedStatement> {
    return Effect.map(Effect.forkDetach(statement, { startImmediately: true }), (fiber) => {
      this.#pending.push(fiber)
      return fiber
    })
  }

  /**
   * Fails with the first failure of `statements`. Results arrive in order, so those of statements sent before the
   * latest result are available.
   */
  #settled(statements: ReadonlyArray<PipelinedStatement>): Effect.Effect<void, SqlError.SqlError> {
    return Effect.forEach(statements, Fiber.join, { discard: true })
  }

  /**
   * The result of a statement, or the failure of a pipelined statement sent before it. A statement sent after a failed
   * one fails only because of that.
   */
  protected override on<A>(
    statement: (connection: PgConnection.PgConnection) => Effect.Effect<A, SqlError.SqlError>
  ): Effect.Effect<A, SqlError.SqlError> {
    return this.#begin(
      Effect.suspend(() => {
        const earlier = this.#pending.slice()
        return this.#observed(
          Effect.catch(this.#lane.counted(statement(this.#connection)), (error) =>
            Effect.andThen(this.#settled(earlier), Effect.fail(error))
          )
        )
      })
    )
  }

  #observed<A>(outcome: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> {
    return Effect.tapError(outcome, (error) =>
      Effect.sync(() => {
        this.#hasStalePlan ||= isStale(error)
      })
    )
  }
}
