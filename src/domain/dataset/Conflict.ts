import { Data, Effect } from "effect"

/** A row violates the named constraint: its unique fields are taken, or a row it refers to is missing. */
export class Conflict<Constraint extends string> extends Data.TaggedError("Conflict")<{ readonly constraint: string }> {
  override readonly constraint: Constraint
  constructor(constraint: Constraint) {
    super({ constraint })
    this.constraint = constraint
  }
}

/** Maps violations of the given constraints to domain failures; any other violation is a defect. */
export const onConflict = <A, R, Constraint extends string, E>(
  effect: Effect.Effect<A, Conflict<Constraint>, R>,
  failures: { readonly [Name in Constraint]?: () => E }
): Effect.Effect<A, E, R> =>
  Effect.catch(effect, (conflict): Effect.Effect<never, E> => {
    const failure = failures[conflict.constraint]
    return failure === undefined ? Effect.die(conflict) : Effect.fail(failure())
  })
