import { Effect, Predicate } from "effect"

/**
 * A refusal that commits its transaction: earlier writes stand, such as the expiry of a due claim or the count of wrong
 * codes (DOMAIN 5.1, PAR-028). The caller gets `failure`.
 */
export class Refused<out E> {
  readonly _tag = "Refused"
  readonly failure: E

  constructor(failure: E) {
    this.failure = failure
  }
}

export const isRefused = (error: unknown): error is Refused<unknown> =>
  Predicate.isTagged(error, "Refused") && error instanceof Refused

/** Refuses without a rollback: `atomically` commits and passes the refusal on. */
export const refuse = <E>(failure: E): Effect.Effect<never, Refused<E>> => Effect.fail(new Refused(failure))
