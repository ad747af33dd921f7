import { type PgConnection, PgPool } from "@effect/sql-pg"
import { Duration, Effect, Exit, FiberSet, Redacted } from "effect"
import type { SqlError } from "effect/sql"
import { connect } from "node:net"
import type { Duplex } from "node:stream"

export interface LaneOptions extends PgPool.Config {
  readonly maxConnections: number
  readonly minConnections: number
  /** A connection is closed when a statement on it has waited this long, and the server has answered none. */
  readonly answerTimeout: Duration.Duration
}

/** The address that the driver finds in `url`: a parameter precedes the authority, and a path is a Unix socket. */
const addressIn = (url: string) => {
  const { hostname, port: ownPort, searchParams } = new URL(url)
  const authority = decodeURIComponent(hostname.replace(/^\[(.*)\]$/, "$1"))
  const host = searchParams.getAll("host").at(-1) ?? (authority === "" ? "localhost" : authority)
  const port = Number(searchParams.getAll("port").at(-1) ?? (ownPort === "" ? "5432" : ownPort))
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

const socketTo = ({ keepAlive, url }: LaneOptions) =>
  connect({
    ...addressIn(url === undefined ? "" : Redacted.value(url)),
    noDelay: true,
    ...(keepAlive !== undefined && { keepAlive: true, keepAliveInitialDelay: Duration.toMillis(keepAlive) })
  })

/** The latest socket of a lane, and whether the server has accepted a session on it. */
interface Line {
  socket: Duplex | undefined
  isOpen: boolean
}

type Fork = (effect: Effect.Effect<unknown>) => unknown

const checkInterval = Duration.seconds(1)

const retryInterval = Duration.seconds(1)

/**
 * One connection, opened when it is first used, and closed when the server stops answering: the server ends a slow
 * statement by itself, but not one that it no longer works on, because it hangs, or because the network does.
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
    return this.#line.isOpen
  }

  readonly use = <A, E, R>(run: (connection: PgConnection.PgConnection) => Effect.Effect<A, E, R>) =>
    this.#pool.use((connection) => {
      this.#line.isOpen = true
      return run(connection)
    })

  /** Closes `connection` once it is no longer used; the next use opens another one. */
  readonly discard = (connection: PgConnection.PgConnection): Effect.Effect<void> => this.#pool.invalidate(connection)

  begin(): void {
    this.#statements++
  }

  end(): void {
    this.#statements--
    this.#answers++
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

  /** Ends a statement. One that was interrupted may still run: it counts until the server answers the next one. */
  finish(exit: Exit.Exit<unknown, unknown>): void {
    if (!Exit.hasInterrupts(exit)) return this.end()
    const next = this.use((connection) => connection.queryValues("SELECT 1"))
    this.#fork(
      Effect.ensuring(
        Effect.ignore(next),
        Effect.sync(() => this.end())
      )
    )
  }

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
   * Closes a silent connection; to be called regularly. It counts the calls and not the time, because after a pause of
   * this process the answers are there, but not yet read.
   */
  readonly check = Effect.suspend(() => {
    const isSilent = this.#statements > 0 && this.#answers === this.#answersBefore
    this.#silentChecks = isSilent ? this.#silentChecks + 1 : 0
    this.#answersBefore = this.#answers
    const { socket } = this.#line
    // The first silent check may follow the statement at once.
    if (this.#silentChecks <= this.#maxSilentChecks || socket === undefined || socket.destroyed) return Effect.void
    const reason = `PostgreSQL has not answered for ${this.#maxSilentChecks} s`
    socket.destroy(new Error(reason))
    return Effect.logWarning(`${reason}: its connection is closed`)
  })
}

const makeLane = Effect.fnUntraced(function* (options: LaneOptions, index: number, fork: Fork) {
  const { minConnections, stream = () => socketTo(options) } = options
  const line: Line = { socket: undefined, isOpen: false }
  const opened = () => {
    const socket = stream()
    line.socket = socket
    socket.once("close", () => {
      if (line.socket === socket) line.isOpen = false
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
  return new Lane(pool, line, fork, options.answerTimeout)
})

/** `maxConnections` lanes, of which the first `minConnections` are opened at once and kept open. */
export const makeLanes = Effect.fnUntraced(function* (options: LaneOptions) {
  const fork = yield* FiberSet.makeRuntime<never>()
  const lanes = yield* Effect.forEach(Array.from({ length: options.maxConnections }).keys(), (index) =>
    makeLane(options, index, fork)
  )
  const checks = Effect.forEach(lanes, ({ check }) => check, { discard: true })
  yield* Effect.forkScoped(Effect.forever(Effect.delay(checks, checkInterval)))
  return lanes
})
