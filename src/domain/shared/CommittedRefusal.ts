import { Effect, Predicate } from "effect"

/**
 * A refusal that commits its transaction: earlier writes stand, such as the expiry of a due claim or the count of wrong
 * codes (DOMAIN 5.1, PAR-028). The caller gets `failure`.
 */
export class CommittedRefusal<out E> {
  readonly _tag = "CommittedRefusal"
  readonly failure: E

  constructor(failure: E) {
    this.failure = failure
  }
}

export const isCommittedRefusal = <E, F>(error: E | CommittedRefusal<F>): error is CommittedRefusal<F> =>
  Predicate.isTagged(error, "CommittedRefusal") && error instanceof CommittedRefusal

/** Refuses without a rollback: `atomically` commits and passes the refusal on. */
export const refuse = <E>(failure: E): Effect.Effect<never, CommittedRefusal<E>> =>
  Effect.fail(new CommittedRefusal(failure))
