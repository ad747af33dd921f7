import { Effect } from "effect"
import { FileInvalid } from "./FileInvalid.ts"

/**
 * Runs the import of a whole file once more if a value of it is already taken: another import may have created the row
 * at the same time, and the second run finds it.
 */
export const retryOnceTaken = <A, E, R>(importing: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(importing, { times: 1, while: (error) => error instanceof FileInvalid && error.isTaken })
