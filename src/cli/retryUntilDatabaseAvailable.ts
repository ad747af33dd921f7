import { Clock, Duration, Effect } from "effect"
import { Migrator, SqlError } from "effect/sql"
import { sqlStateOf } from "../sql/statements/sqlStateOf.ts"
import { explainError, isForeignServer } from "./explain.ts"
import { Refused } from "./Refused.ts"

const firstPause = 100
const maxPause = 2000

/**
 * SQL states of a server that is starting, stopping or out of connections; the client library does not classify them.
 */
const transientStates = /^(?:57P|53)/

const isUnavailable = (error: unknown): boolean => {
  if (error instanceof Migrator.MigrationError) return isUnavailable(error.cause)
  if (!SqlError.isSqlError(error) || isForeignServer(error)) return false
  return error.isRetryable || transientStates.test(sqlStateOf(error) ?? "")
}

interface Waiting<E, R> {
  readonly limit: Duration.Duration
  /** Runs once the first attempt has failed. */
  readonly meanwhile: Effect.Effect<unknown, E, R>
}

/**
 * Runs `build`, retrying while the database is unavailable, for at most `limit`. Permanent failures are not retried: a
 * wrong password, a missing database, a server that is not PostgreSQL.
 */
export const retryUntilDatabaseAvailable = <A, E, R, E2, R2>(
  build: Effect.Effect<A, E, R>,
  { limit, meanwhile }: Waiting<E2, R2>
) =>
  Effect.gen(function* () {
    const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(limit)

    const attempt = (pause: number): Effect.Effect<A, E | E2 | Refused, R | R2> =>
      Effect.catch(build, (error) =>
        Effect.gen(function* () {
          if (!isUnavailable(error)) return yield* Effect.fail(error)
          const message = explainError(error) ?? "The database is unavailable."
          const left = end - (yield* Clock.currentTimeMillis)
          if (left <= 0) {
            const waited = `It stayed unavailable for ${Duration.toMillis(limit)} ms (HUB_START_TIMEOUT_MS).`
            return yield* new Refused({ message: `${message}\n${waited}` })
          }
          if (pause === firstPause) {
            yield* Effect.logWarning(`Waiting for the database. ${message}`)
            yield* meanwhile
          }
          yield* Effect.sleep(Math.min(pause, left))
          return yield* attempt(Math.min(pause * 2, maxPause))
        })
      )
    return yield* attempt(firstPause)
  })
