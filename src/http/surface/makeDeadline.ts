import { type Context, Duration, Effect } from "effect"
import { clearTimeout, setTimeout } from "node:timers"
import { ServiceUnavailable } from "./transportFailures.ts"

/**
 * A policy that limits how long work may take: it fails with `ServiceUnavailable` at the deadline. The work is then
 * interrupted but not awaited: a commit the database does not acknowledge cannot be interrupted and would block the
 * response.
 */
export const makeDeadline = (deadline: Duration.Duration) => {
  const milliseconds = Duration.toMillis(deadline)

  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | ServiceUnavailable, R> =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback<A, E | ServiceUnavailable>((resume) => {
        const working = Effect.runForkWith(context)(work)
        // A Node timer is cheaper than a sleeping fiber per request, and is unaffected by the test clock.
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
