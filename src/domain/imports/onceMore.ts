import { Effect } from "effect"

/**
 * Runs the import of a whole file once more if it fails. What it found missing, and then already taken, another import
 * may have created at the same time; the second run finds it.
 */
export const onceMore = <A, E, R>(importing: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(importing, { times: 1 })
