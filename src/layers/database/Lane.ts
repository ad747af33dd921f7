import { type PgConnection, PgPool } from "@effect/sql-pg"
import { Clock, Duration, Effect, Exit, Fiber, FiberSet, Redacted, type Scope } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { connect } from "node:net"
import type { Duplex } from "node:stream"

export interface LaneOptions extends Omit<PgPool.Config, "host" | "port" | "path" | "multiplex"> {
  readonly url: Redacted.Redacted
  readonly maxConnections: number
  /**
   * A connection is closed when a statement has waited this long on it while the server neither answered nor worked on
   * any.
   */
  readonly answerTimeout: Duration.Duration
}

/**
 * The address where the driver would look for `url`: a parameter precedes the authority, and a path is a Unix socket.
 */
const addressIn = (url: string) => {
  const { hostname, port: ownPort, searchParams } = new URL(url)
  const authority = decodeURIComponent(hostname.replace(/^\[(.*)\]$/, "$1"))
  const host = searchParams.getAll("host").at(-1) ?? (authority === "" ? "localhost" : authority)
  const port = Number(searchParams.getAll("port").at(-1) ?? (ownPort === "" ? "5432" : ownPort))
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

const socketTo = ({ keepAlive, url }: LaneOptions) =>
  connect({
    ...addressIn(Redacted.value(url)),
    noDelay: true,
    ...(keepAlive !== undefined && { keepAlive: true, keepAliveInitialDelay: Duration.toMillis(keepAlive) })
  })

/** The latest socket of a lane, and the session that the server has accepted on it. */
interface Line {
  socket: Duplex | undefined
  processId: number | undefined
}

type Fork = (effect: Effect.Effect<unknown>) => unknown

const checkInterval = Duration.seconds(1)

const retryInterval = Duration.seconds(1)

/** How long the server may take to report what a session is doing. */
const askTimeout = Duration.seconds(3)

/**
 * One connection, opened on first use, and closed when the server stops answering, because it or the network hangs. The
 * server itself ends a slow statement, but not a slow commit, which may wait for a standby or a disk. A session in such
 * a commit is kept: it would outlive its connection, and a second session would be opened beside it.
 */
export class Lane {
  readonly #pool: PgPool.PgPool
  readonly #line: Line
  readonly #fork: Fork
  readonly #maxSilentChecks: number
  #statements = 0
  #answers = 0
  #answersBefore = 0
  #silentChecks = 0
  #isOpening = false
  #left = 0

  constructor(pool: PgPool.PgPool, line: Line, fork: Fork, answerTimeout: Duration.Duration) {
    this.#pool = pool
    this.#line = line
    this.#fork = fork
    this.#maxSilentChecks = Math.ceil(Duration.toMillis(answerTimeout) / Duration.toMillis(checkInterval))
  }

  /** How many statements wait for the connection or for the server's answer. */
  get statements(): number {
    return this.#statements
  }

  /** Whether a statement can be sent without connecting first. */
  get isOpen(): boolean {
    return this.#line.processId !== undefined
  }

  readonly use = <A, E, R>(run: (connection: PgConnection.PgConnection) => Effect.Effect<A, E, R>) =>
    this.#pool.use((connection) => {
      this.#line.processId = connection.processId
      return run(connection)
    })

  /** Closes `connection` once it is no longer used; the next use opens another one. */
  readonly discard = (connection: PgConnection.PgConnection): Effect.Effect<void> => this.#pool.invalidate(connection)

  begin(): void {
    this.#statements++
  }

  end(count = 1): void {
    this.#statements -= count
    this.#answers += count
  }

  /** Runs a statement, which counts until it ends. */
  readonly counted = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> =>
    Effect.suspend(() => {
      this.begin()
      return Effect.ensuring(
        statement,
        Effect.sync(() => this.end())
      )
    })

  /** Ends a statement. One that was interrupted may still run: it counts until the server has answered a later one. */
  finish(exit: Exit.Exit<unknown, unknown>): void {
    if (!Exit.hasInterrupts(exit)) return this.end()
    this.#left++
    if (this.#left === 1) this.#fork(this.#endLeft)
  }

  /**
   * Ends the statements whose callers are gone: the server answers in order, so one answer ends all statements before
   * it.
   */
  readonly #endLeft: Effect.Effect<void> = Effect.suspend(() => {
    let preceding: number | undefined
    const next = this.use((connection) => {
      preceding = this.#left
      return connection.queryValues("SELECT 1")
    })
    const end = Effect.sync(() => {
      // Without a connection, none of them runs.
      const ended = preceding ?? this.#left
      this.#left -= ended
      this.end(ended)
    })
    return Effect.andThen(
      Effect.ensuring(Effect.ignore(next), end),
      Effect.suspend(() => (this.#left > 0 ? this.#endLeft : Effect.void))
    )
  })

  /** Opens the connection in the background. After a failure, it is not tried again for a while. */
  open(): void {
    if (this.isOpen || this.#isOpening) return
    this.#isOpening = true
    this.#fork(
      this.use(() => Effect.void).pipe(
        Effect.catch(() => Effect.sleep(retryInterval)),
        Effect.ensuring(
          Effect.sync(() => {
            this.#isOpening = false
          })
        )
      )
    )
  }

  /**
   * Closes a silent connection; to be called at regular intervals. Counts calls instead of time: after a pause of this
   * process, answers have arrived that it has not read yet.
   */
  readonly check = (works: SessionWorks): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (!this.#isSilent()) return Effect.void
      const { processId, socket } = this.#line
      if (processId === undefined || socket === undefined) return Effect.void
      return Effect.flatMap(works(processId), (isAtWork) => {
        if (isAtWork || socket !== this.#line.socket || this.#answers !== this.#answersBefore) return Effect.void
        const reason = `PostgreSQL has not answered for ${this.#maxSilentChecks} s`
        socket.destroy(new Error(reason))
        return Effect.logWarning(`${reason}: its connection is closed`)
      })
    })

  #isSilent(): boolean {
    const hasNoAnswer = this.#statements > 0 && this.#answers === this.#answersBefore
    this.#silentChecks = hasNoAnswer ? this.#silentChecks + 1 : 0
    this.#answersBefore = this.#answers
    // The first check may come right after the statement, so it does not count.
    if (this.#silentChecks <= this.#maxSilentChecks) return false
    this.#silentChecks = 0
    return true
  }
}

/** Whether the server works on a statement of the session with this process id. */
type SessionWorks = (processId: number) => Effect.Effect<boolean>

/** Reserves a connection for exclusive use. */
type Reserve = Effect.Effect<SqlConnection.Connection, SqlError.SqlError, Scope.Scope>

/** Asks the server on another connection. If it cannot say, the session counts as idle. */
const sessionWorks =
  (reserve: Reserve): SessionWorks =>
  (processId) =>
    Effect.gen(function* () {
      const sql = "SELECT FROM pg_stat_activity WHERE pid = $1 AND state = 'active'"
      const found = Effect.flatMap(reserve, (connection) => connection.executeValues(sql, [processId]))
      // On a connection of its own, an interrupted statement is waited for.
      const asking = yield* Effect.forkDetach(Effect.scoped(found))
      const rows = Fiber.join(asking).pipe(
        Effect.timeoutOrElse({ duration: askTimeout, orElse: () => Effect.succeed([]) }),
        Effect.orElseSucceed(() => []),
        Effect.ensuring(Effect.forkDetach(Fiber.interrupt(asking)))
      )
      return (yield* rows).length > 0
    })

interface Opening extends LaneOptions {
  /** How many connections are opened at once and kept open; the others are opened when needed. */
  readonly minConnections: number
}

const makePool = Effect.fnUntraced(function* (options: Opening, index: number) {
  const { minConnections, stream = () => socketTo(options) } = options
  const line: Line = { socket: undefined, processId: undefined }
  const opened = () => {
    const socket = stream()
    line.socket = socket
    line.processId = undefined
    socket.once("close", () => {
      if (line.socket === socket) line.processId = undefined
    })
    return socket
  }
  const pool = yield* PgPool.make({
    ...options,
    stream: opened,
    multiplex: true,
    minConnections: index < minConnections ? 1 : 0,
    maxConnections: 1
  })
  return { line, pool }
})

/**
 * `maxConnections` lanes. When the scope closes, the effects in the background end first, and the connections are
 * checked until they are closed: a transaction that cannot be ended would keep its own.
 */
export const makeLanes = Effect.fnUntraced(function* (options: Opening, reserve: Reserve) {
  const lanes: Array<Lane> = []
  const works = sessionWorks(reserve)
  const checks = Effect.suspend(() =>
    Effect.forEach(lanes, (lane) => lane.check(works), { concurrency: "unbounded", discard: true })
  )
  // A network is silent in real time, whatever clock the service is given.
  const checking = Effect.provideService(
    Effect.forever(Effect.delay(checks, checkInterval)),
    Clock.Clock,
    Clock.Clock.defaultValue()
  )
  yield* Effect.forkScoped(checking)
  const indices = Array.from({ length: options.maxConnections }).keys()
  const pools = yield* Effect.forEach(indices, (index) => makePool(options, index))
  const fork = yield* FiberSet.makeRuntime<never>()
  for (const { line, pool } of pools) lanes.push(new Lane(pool, line, fork, options.answerTimeout))
  return lanes
})
