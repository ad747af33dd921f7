import { Effect, Fiber } from "effect"
import { eventually } from "../eventually.ts"
import type { Database } from "./Database.ts"
import { deadlocks } from "./deadlocks.ts"
import { holdRows } from "./holdRows.ts"
import { areWaiting } from "./lockWaits.ts"

/** The rows at which two effects meet, by the statement that locks them. */
interface Held {
  readonly statement: string
  readonly parameters: ReadonlyArray<unknown>
}

/**
 * Lets two effects meet at rows that are held: the second begins once the first waits, and both go on once the second
 * waits too. Returns their results, and how many transactions were repeated after a deadlock.
 */
export const meeting = Effect.fnUntraced(function* <A, E, R, A2, E2, R2>(
  database: Database,
  { parameters, statement }: Held,
  first: Effect.Effect<A, E, R>,
  second: Effect.Effect<A2, E2, R2>
) {
  const before = yield* deadlocks
  const held = yield* holdRows(database, statement, parameters)
  const running = yield* Effect.forkChild(first)
  yield* eventually("the first waits", areWaiting(database, 1))
  const other = yield* Effect.forkChild(second)
  yield* eventually("the second waits, too", areWaiting(database, 2))
  yield* held.release
  const results = [yield* Fiber.join(running), yield* Fiber.join(other)] as const
  return { results, repeated: (yield* deadlocks) - before }
})
