import { Effect } from "effect"

/**
 * Ends an attempt that needs something done outside its transaction first, such as a look-up on the network, or writes
 * that lock in another order. Never answered: `retryAfterWork` handles it.
 */
export class WorkFirst<Work> {
  readonly _tag = "WorkFirst"
  readonly work: Work

  constructor(work: Work) {
    this.work = work
  }
}

/**
 * Attempts with nothing done; on `WorkFirst` does that work, in no transaction of the attempt, and attempts again with
 * its result, at most `times`. Dies if the last attempt needs more.
 */
export const retryAfterWork = <Work, Done, A, E, R, E2, R2>(
  attempt: (done: Done | undefined) => Effect.Effect<A, E | WorkFirst<Work>, R>,
  doWork: (work: Work) => Effect.Effect<Done, E2, R2>,
  times = 1
): Effect.Effect<A, E | E2, R | R2> => {
  const isWorkFirst = (error: E | WorkFirst<Work>): error is WorkFirst<Work> => error instanceof WorkFirst
  const from = (done: Done | undefined, left: number): Effect.Effect<A, E | E2, R | R2> =>
    Effect.catchIf(attempt(done), isWorkFirst, (first) =>
      left === 0 ? Effect.die(first) : Effect.flatMap(doWork(first.work), (result) => from(result, left - 1))
    )
  return from(undefined, times)
}
