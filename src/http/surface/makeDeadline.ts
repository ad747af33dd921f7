import { type Context, Duration, Effect } from "effect"
import { clearTimeout, setTimeout } from "node:timers"
import { ServiceUnavailable } from "./transportFailures.ts"

/**
 * A policy that gives every work the same time: its outcome, or `ServiceUnavailable` at the deadline. Then the work is
 * interrupted, but not waited for: a commit that the database does not answer cannot be stopped, and would hold the
 * request for as long.
 */
export const makeDeadline = (deadline: Duration.Duration) => {
  const milliseconds = Duration.toMillis(deadline)

  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | ServiceUnavailable, R> =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback<A, E | ServiceUnavailable>((resume) => {
        const working = Effect.runForkWith(context)(work)
        // Node's own timer: a sleeping fiber for each request would cost more than the rest of its guard, and a clock that
        // tests move does not move this one.
        const timer = setTimeout(() => {
          resume(Effect.fail(new ServiceUnavailable()))
          working.interruptUnsafe()
        }, milliseconds)
        working.addObserver((exit) => {
          clearTimeout(timer)
          resume(exit)
        })
        return Effect.sync(() => {
          clearTimeout(timer)
          working.interruptUnsafe()
        })
      })
    )
}
