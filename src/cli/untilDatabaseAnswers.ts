import { Clock, Duration, Effect } from "effect"
import { Migrator, SqlError } from "effect/sql"
import { sqlStateOf } from "../sql/sqlStateOf.ts"
import { explainError, isForeignServer } from "./explain.ts"
import { Refused } from "./Refused.ts"

const firstPause = 100
const longestPause = 2000

/** The server is starting, stopping or out of connections; the client library has no names for these. */
const passingStates = /^(?:57P|53)/

const isAway = (error: unknown): boolean => {
  if (error instanceof Migrator.MigrationError) return isAway(error.cause)
  if (!SqlError.isSqlError(error) || isForeignServer(error)) return false
  return error.isRetryable || passingStates.test(sqlStateOf(error) ?? "")
}

interface Waiting<E, R> {
  readonly limit: Duration.Duration
  /** Runs once the first attempt has failed. */
  readonly meanwhile: Effect.Effect<unknown, E, R>
}

/**
 * Builds what needs the database, again and again while the database is away, for at most `limit`. A failure that time
 * does not mend is not waited for: a wrong password, a database that does not exist, a server that is no PostgreSQL.
 */
export const untilDatabaseAnswers = <A, E, R, E2, R2>(
  build: Effect.Effect<A, E, R>,
  { limit, meanwhile }: Waiting<E2, R2>
) =>
  Effect.gen(function* () {
    const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(limit)

    const attempt = (pause: number): Effect.Effect<A, E | E2 | Refused, R | R2> =>
      Effect.catch(build, (error) =>
        Effect.gen(function* () {
          if (!isAway(error)) return yield* Effect.fail(error)
          const message = explainError(error) ?? "The database is away."
          const left = end - (yield* Clock.currentTimeMillis)
          if (left <= 0) {
            const waited = `It stayed away for ${Duration.toMillis(limit)} ms (HUB_START_TIMEOUT_MS).`
            return yield* new Refused({ message: `${message}\n${waited}` })
          }
          if (pause === firstPause) {
            yield* Effect.logWarning(`Waiting for the database. ${message}`)
            yield* meanwhile
          }
          yield* Effect.sleep(Math.min(pause, left))
          return yield* attempt(Math.min(pause * 2, longestPause))
        })
      )
    return yield* attempt(firstPause)
  })
