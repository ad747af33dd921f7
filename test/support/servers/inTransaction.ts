import { Effect } from "effect"
import { atomically } from "../../../src/domain/shared/atomically.ts"
import { isRefused, type Refused } from "../../../src/domain/shared/Refused.ts"

const isRefusal = <E, F>(error: E | Refused<F>): error is Refused<F> => isRefused(error)

/**
 * Runs an operation like its endpoint does: in a transaction in which refusals commit and surface as ordinary failures.
 */
export const inTransaction = <A, E, R, F = never>(operation: Effect.Effect<A, E | Refused<F>, R>) =>
  Effect.catch(
    atomically(operation),
    (error): Effect.Effect<never, E | F> => Effect.fail(isRefusal(error) ? error.failure : error)
  )

/** Like `inTransaction`, but returns a refusal as a value, for comparing outcomes. */
export const orRefusal = <A, E, R, F = never>(operation: Effect.Effect<A, E | Refused<F>, R>) =>
  Effect.catch(
    atomically(operation),
    (error): Effect.Effect<F, E> => (isRefusal(error) ? Effect.succeed(error.failure) : Effect.fail(error))
  )
