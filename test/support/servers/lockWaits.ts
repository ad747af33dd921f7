import { Effect } from "effect"
import type { Database } from "./Database.ts"

/** How many connections of the service wait for a lock, with a statement sent at least `milliseconds` ago. */
export const lockWaits = ({ value }: Database, milliseconds = 0): Effect.Effect<number> =>
  Effect.map(
    value(
      `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'hub' AND wait_event_type = 'Lock'
        AND query_start <= clock_timestamp() - $1::int * interval '1 ms'`,
      [milliseconds]
    ),
    Number
  )

/** Whether a connection of the service waits for a lock. */
export const isWaiting = (database: Database) => Effect.map(lockWaits(database), (count) => count > 0)

/** Whether that many connections of the service wait for a lock. */
export const areWaiting = (database: Database, expected: number) =>
  Effect.map(lockWaits(database), (count) => count === expected)
