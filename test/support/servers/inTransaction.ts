import { Effect } from "effect"
import { atomically } from "../../../src/domain/shared/atomically.ts"
import { isCommittedRefusal, type CommittedRefusal } from "../../../src/domain/shared/CommittedRefusal.ts"

/**
 * Runs an operation like its endpoint does: in a transaction in which refusals commit and surface as ordinary failures.
 */
export const inTransaction = <A, E, R, F = never>(operation: Effect.Effect<A, E | CommittedRefusal<F>, R>) =>
  Effect.catch(
    atomically(operation),
    (error): Effect.Effect<never, E | F> => Effect.fail(isCommittedRefusal(error) ? error.failure : error)
  )

/** Like `inTransaction`, but returns a refusal as a value, for comparing outcomes. */
export const orRefusal = <A, E, R, F = never>(operation: Effect.Effect<A, E | CommittedRefusal<F>, R>) =>
  Effect.catch(
    atomically(operation),
    (error): Effect.Effect<F, E> => (isCommittedRefusal(error) ? Effect.succeed(error.failure) : Effect.fail(error))
  )
