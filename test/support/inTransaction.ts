import { Effect } from "effect"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { isRefused, type Refused } from "../../src/domain/shared/Refused.ts"

const isRefusal = <E, F>(error: E | Refused<F>): error is Refused<F> => isRefused(error)

/** Runs an operation as its endpoint does: in a transaction, whose refusals commit and are failures like any other. */
export const inTransaction = <A, E, R, F = never>(operation: Effect.Effect<A, E | Refused<F>, R>) =>
  Effect.catch(
    atomically(operation),
    (error): Effect.Effect<never, E | F> => Effect.fail(isRefusal(error) ? error.failure : error)
  )

/** As `inTransaction`, for who compares outcomes: a refusal is one of them. */
export const orRefusal = <A, E, R, F = never>(operation: Effect.Effect<A, E | Refused<F>, R>) =>
  Effect.catch(
    atomically(operation),
    (error): Effect.Effect<F, E> => (isRefusal(error) ? Effect.succeed(error.failure) : Effect.fail(error))
  )
