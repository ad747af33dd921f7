import { PgClient, type PgConnection } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type Lane, type LaneOptions, makeLanes } from "./Lane.ts"
import { PgStatements } from "./PgStatements.ts"

/**
 * Statements per connection before another one is opened. Those on one connection are written and answered together,
 * which is cheaper, but they run one after the other, so a slow one delays the others.
 */
const statementsPerConnection = 8

/** The minimum number of connections in use, so that two statements can run at once even under little load. */
const minConnectionsInUse = 2

/**
 * Sends each statement on the least busy of as few connections as the current load needs. Statements that one caller
 * issues at once, before it waits for any of them, share a connection: they are written together, and one round trip
 * costs less than two at the same time. A connection that the load needs is opened in the background while others
 * serve, so that no statement waits for it, or fails with it.
 */
class SharedStatements extends PgStatements {
  readonly #lanes: ReadonlyArray<Lane>
  #together: Lane | undefined

  constructor(lanes: ReadonlyArray<Lane>) {
    super()
    this.#lanes = lanes
  }

  protected override on<A>(
    statement: (connection: PgConnection.PgConnection) => Effect.Effect<A, SqlError.SqlError>
  ): Effect.Effect<A, SqlError.SqlError> {
    return Effect.acquireUseRelease(
      this.#take,
      (lane) => lane.use(statement),
      (lane, exit) => Effect.sync(() => lane.finish(exit))
    )
  }

  readonly #take = Effect.sync(() => {
    const lane = this.#laneOfNext()
    lane.begin()
    return lane
  })

  #laneOfNext(): Lane {
    if (this.#together !== undefined && this.#together.statements < statementsPerConnection) return this.#together
    const lane = this.#leastBusy()
    // The connection writes its statements in a microtask as well.
    if (this.#together === undefined) queueMicrotask(this.#apart)
    this.#together = lane
    return lane
  }

  readonly #apart = () => {
    this.#together = undefined
  }

  #leastBusy(): Lane {
    const statements = this.#lanes.reduce((sum, lane) => sum + lane.statements, 0)
    const needed = Math.max(minConnectionsInUse, Math.ceil((statements + 1) / statementsPerConnection))
    const open = this.#lanes.filter(({ isOpen }) => isOpen)
    if (open.length < needed) for (const lane of this.#lanes.slice(0, needed)) lane.open()
    const usable = open.length === 0 ? this.#lanes : open
    return usable.slice(0, needed).reduce((least, lane) => (lane.statements < least.statements ? lane : least))
  }
}

/** A client whose statements outside transactions share `maxConnections`; connections that it reserves come on top. */
export const layer = (options: LaneOptions) =>
  PgClient.layerFrom(
    Effect.gen(function* () {
      const reserved = yield* PgClient.make({ ...options, multiplex: false, minConnections: 0 })
      const lanes = yield* makeLanes(
        { ...options, multiplexConcurrency: statementsPerConnection, minConnections: minConnectionsInUse },
        reserved.reserve
      )
      const statements = new SharedStatements(lanes)
      const { config, json, listen, notify, transactionService, withTransaction } = reserved
      const client = yield* SqlClient.make({
        acquirer: Effect.succeed(statements),
        borrower: (use) => use(statements),
        transactionAcquirer: reserved.reserve,
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
