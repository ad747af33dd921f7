import { Effect, Predicate } from "effect"

/**
 * A refusal whose transaction commits: what was written on the way to it stands, such as the expiry of a claim that was
 * due or the count of a wrong code (DOMAIN 5.1, PAR-028). `failure` is what the caller is answered.
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

/** Refuses without taking back what was written: `atomically` commits and passes the refusal on. */
export const refuse = <E>(failure: E): Effect.Effect<never, Refused<E>> => Effect.fail(new Refused(failure))
