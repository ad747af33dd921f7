import type { PgConnection } from "@effect/sql-pg"
import { Effect, Fiber, Semaphore } from "effect"
import { SqlError } from "effect/sql"
import type { PipelinedConnection } from "../../sql/pipelined.ts"
import { sqlStateOf } from "../../sql/sqlStateOf.ts"
import { PgStatements } from "./PgStatements.ts"

type PipelinedStatement = Fiber.Fiber<PgConnection.Result, SqlError.SqlError>

const rolledBack = new SqlError.SqlError({
  reason: new SqlError.UnknownError({
    cause: new Error("COMMIT ended as ROLLBACK"),
    message: "The transaction had failed before its end",
    operation: "commit"
  })
})

/** A prepared statement whose plan no longer fits its tables (0A000), or that the server has lost (26000). */
const isStale = (error: SqlError.SqlError) => ["0A000", "26000"].includes(sqlStateOf(error) ?? "")

/**
 * What the connections of these transactions default to. BEGIN is sent with the first statements, not ahead of them:
 * should the server refuse it, they would run and commit one by one. Outside a transaction that BEGIN opened they may
 * only read, so that the server refuses every write and every row lock (25006).
 */
export const readOnlyUnlessBegun = { default_transaction_read_only: "on" } as const

/**
 * One transaction on its own connection. Statements without a result are sent with the next one that has a result,
 * BEGIN with the first, and the rest with COMMIT. PostgreSQL runs them in order and rejects everything after a failure,
 * so the first failure is the one to report. `discard` retires the connection when its transaction cannot be ended.
 */
export class PipelinedTransaction extends PgStatements implements PipelinedConnection {
  readonly #connection: PgConnection.PgConnection
  readonly #pending: Array<PipelinedStatement> = []
  readonly #turns: Array<Semaphore.Semaphore> = []
  readonly #discard: Effect.Effect<void>
  #begun = false
  #hasStalePlan = false

  constructor(connection: PgConnection.PgConnection, discard: Effect.Effect<void>) {
    super()
    this.#connection = connection
    this.#discard = discard
  }

  readonly pipeline = (
    sql: string,
    params: ReadonlyArray<unknown>
  ): Effect.Effect<Effect.Effect<void, SqlError.SqlError>> =>
    this.#begin(Effect.map(this.#queue(sql, params), (statement) => Effect.asVoid(Fiber.join(statement))))

  get commit(): Effect.Effect<void, SqlError.SqlError> {
    return Effect.suspend(() => {
      if (!this.#begun) return Effect.void
      const committed = Effect.flatMap(this.#connection.query("COMMIT", []), ({ command }) =>
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

  /** Ends the transaction. If ROLLBACK is refused, the server rolls back when the connection ends. */
  get rollback(): Effect.Effect<void> {
    return Effect.suspend(() =>
      this.#begun
        ? Effect.matchEffect(this.#connection.query("ROLLBACK", []), {
            onFailure: () => this.#discard,
            onSuccess: () => (this.#hasStalePlan ? this.#discard : Effect.void)
          })
        : Effect.void
    )
  }

  /**
   * Whether a table changed under one of its prepared statements. The connection may hold more of them, so that the
   * transaction can only succeed on another one.
   */
  get hasStalePlan(): boolean {
    return this.#hasStalePlan
  }

  /** Runs the savepoints of one depth one after the other. */
  readonly turn = (depth: number) => (this.#turns[depth] ??= Semaphore.makeUnsafe(1)).withPermit

  readonly savepoint = (depth: number) => Effect.asVoid(this.pipeline(`SAVEPOINT s${depth}`, []))

  readonly releaseSavepoint = (depth: number) => Effect.asVoid(this.pipeline(`RELEASE SAVEPOINT s${depth}`, []))

  readonly rollbackSavepoint = (depth: number): Effect.Effect<void, SqlError.SqlError> =>
    Effect.map(this.#connection.query(`ROLLBACK TO SAVEPOINT s${depth}`, []), () => {
      // Failures up to here are undone and do not fail the transaction.
      this.#pending.length = 0
    })

  #begin<A, E>(statement: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.suspend(() => {
      if (this.#begun) return statement
      this.#begun = true
      return Effect.andThen(this.#queue("BEGIN READ WRITE", []), statement)
    })
  }

  /**
   * Detached, because its caller may have ended before the connection sends the statements queued in this turn of the
   * event loop, and a child fiber would take its statement back.
   */
  #queue(sql: string, params: ReadonlyArray<unknown>): Effect.Effect<PipelinedStatement> {
    const answer = Effect.forkDetach(this.#connection.query(sql, params), { startImmediately: true })
    return Effect.map(answer, (fiber) => {
      this.#pending.push(fiber)
      return fiber
    })
  }

  /** Results arrive in order, so those of statements sent before the latest result are available. */
  #settled(statements: ReadonlyArray<PipelinedStatement>): Effect.Effect<void, SqlError.SqlError> {
    return Effect.forEach(statements, Fiber.join, { discard: true })
  }

  /**
   * The result of a statement, or the failure of a pipelined one sent before it. One sent after it has failed only
   * because this one did.
   */
  protected override on<A>(
    statement: (connection: PgConnection.PgConnection) => Effect.Effect<A, SqlError.SqlError>
  ): Effect.Effect<A, SqlError.SqlError> {
    return this.#begin(
      Effect.suspend(() => {
        const earlier = this.#pending.slice()
        return this.#observed(
          Effect.catch(statement(this.#connection), (error) =>
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
