import { Clock, Context, Duration, Effect } from "effect"
import { ServiceUnavailable } from "./transportFailures.ts"

interface Waiting {
  /** On the monotonic clock: tests move the other one. */
  readonly endsAt: bigint
  readonly stop: () => void
}

/**
 * A policy that gives every work the same time: its outcome, or `ServiceUnavailable` at the deadline. Then the work is
 * interrupted, but not waited for: a commit that the database does not answer cannot be stopped, and would hold the
 * request for as long.
 */
export const makeDeadline = (deadline: Duration.Duration) => {
  const nanos = Duration.toNanosUnsafe(deadline)
  // Deadlines come in the order of their beginnings, so one sleeper sees to all: one for each would cost a fiber.
  const waiting = new Set<Waiting>()
  let isWatched = false

  // An iterator that is kept while the set changes keeps all that was ever in it: so each look at it is a new one.
  const first = (): Waiting | undefined => waiting.values().next().value

  const watch = Effect.gen(function* () {
    for (let next = first(); next !== undefined; next = first()) {
      const left = next.endsAt - (yield* Clock.monotonicTimeNanos)
      if (left > 0n) yield* Effect.sleep(Duration.nanos(left))
      else if (waiting.delete(next)) next.stop()
    }
    isWatched = false
  })

  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | ServiceUnavailable, R> =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback<A, E | ServiceUnavailable>((resume) => {
        const fork = Effect.runForkWith(context)
        const working = fork(work)
        const own: Waiting = {
          endsAt: Context.get(context, Clock.Clock).monotonicTimeNanosUnsafe() + nanos,
          stop: () => {
            resume(Effect.fail(new ServiceUnavailable()))
            working.interruptUnsafe()
          }
        }
        waiting.add(own)
        working.addObserver((exit) => {
          waiting.delete(own)
          resume(exit)
        })
        if (!isWatched) {
          isWatched = true
          fork(watch)
        }
        return Effect.sync(() => {
          waiting.delete(own)
          working.interruptUnsafe()
        })
      })
    )
}
