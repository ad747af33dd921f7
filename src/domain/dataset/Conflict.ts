import { Data, Effect } from "effect"

/** A row breaks the named constraint: another has the same unique fields, or what it refers to is not there. */
export class Conflict<Constraint extends string> extends Data.TaggedError("Conflict")<{ readonly constraint: string }> {
  override readonly constraint: Constraint
  constructor(constraint: Constraint) {
    super({ constraint })
    this.constraint = constraint
  }
}

/** Turns a conflict over one of the named constraints into the failure of the domain; any other is a defect. */
export const onConflict = <A, R, Constraint extends string, E>(
  effect: Effect.Effect<A, Conflict<Constraint>, R>,
  failures: { readonly [Name in Constraint]?: () => E }
): Effect.Effect<A, E, R> =>
  Effect.catch(effect, (conflict): Effect.Effect<never, E> => {
    const failure = failures[conflict.constraint]
    return failure === undefined ? Effect.die(conflict) : Effect.fail(failure())
  })
