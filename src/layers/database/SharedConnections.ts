import { PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { PgStatements } from "./PgStatements.ts"

/** One connection, and how many statements are on it or wait for it. */
interface Lane {
  readonly pool: PgPool.PgPool
  statements: number
}

/**
 * Statements on each connection before another one is opened. Those on one are written and answered together, which
 * costs less, but they run one after the other, so that a slow one delays the others.
 */
const statementsEach = 8

/** Connections that are used even for few statements, so that two of them run at once. */
const fewest = 2

/** Sends each statement on the least busy of as few connections as carry all of them. */
class SharedStatements extends PgStatements {
  readonly #lanes: ReadonlyArray<Lane>

  constructor(lanes: ReadonlyArray<Lane>) {
    super()
    this.#lanes = lanes
  }

  protected override on<A>(
    statement: (connection: PgConnection.PgConnection) => Effect.Effect<A, SqlError.SqlError>
  ): Effect.Effect<A, SqlError.SqlError> {
    return Effect.acquireUseRelease(this.#taken, ({ pool }) => pool.use(statement), this.#released)
  }

  readonly #taken = Effect.sync(() => {
    const lane = this.#leastBusy()
    lane.statements++
    return lane
  })

  readonly #released = (lane: Lane) =>
    Effect.sync(() => {
      lane.statements--
    })

  #leastBusy(): Lane {
    const statements = this.#lanes.reduce((sum, lane) => sum + lane.statements, 0)
    const wanted = Math.max(fewest, Math.ceil((statements + 1) / statementsEach))
    return this.#lanes.slice(0, wanted).reduce((least, lane) => (lane.statements < least.statements ? lane : least))
  }
}

/** A client whose statements outside transactions share `maxConnections`; what it reserves has connections beside them. */
export const layer = (options: PgPool.Config & { readonly maxConnections: number }) =>
  PgClient.layerFrom(
    Effect.gen(function* () {
      const reserving = yield* PgClient.make({ ...options, multiplex: false, minConnections: 0 })
      const lanes = yield* Effect.forEach(Array.from({ length: options.maxConnections }).keys(), (index) =>
        Effect.map(
          PgPool.make({
            ...options,
            multiplex: true,
            multiplexConcurrency: statementsEach,
            minConnections: index === 0 ? 1 : 0,
            maxConnections: 1
          }),
          (pool): Lane => ({ pool, statements: 0 })
        )
      )
      const statements = new SharedStatements(lanes)
      const { config, json, listen, notify, transactionService, withTransaction } = reserving
      const client = yield* SqlClient.make({
        acquirer: Effect.succeed(statements),
        borrower: (use) => use(statements),
        transactionAcquirer: reserving.reserve,
        transactionService,
        compiler: PgClient.makeCompiler(),
        driver: "pg",
        spanAttributes: [["db.system.name", "postgresql"]]
      })
      return Object.assign(client, {
        [PgClient.TypeId]: PgClient.TypeId,
        config,
        json,
        listen,
        notify,
        withTransaction
      })
    })
  )
