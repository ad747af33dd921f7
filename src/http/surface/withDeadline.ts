import { type Context, type Duration, Effect, Exit } from "effect"
import { ServiceUnavailable } from "./transportFailures.ts"

/**
 * The outcome of `work`, or `ServiceUnavailable` at the deadline. Then the work is told to stop, but nobody waits for it:
 * a commit that the database does not answer cannot be stopped, and would hold the request for as long.
 */
export const withDeadline = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  deadline: Duration.Duration
): Effect.Effect<A, E | ServiceUnavailable, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    Effect.callback<A, E | ServiceUnavailable>((resume) => {
      const fork = Effect.runForkWith(context)
      const working = fork(work)
      const waiting = fork(Effect.sleep(deadline))
      working.addObserver((exit) => {
        waiting.interruptUnsafe()
        resume(exit)
      })
      waiting.addObserver((exit) => {
        if (Exit.isFailure(exit)) return
        resume(Effect.fail(new ServiceUnavailable()))
        working.interruptUnsafe()
      })
      return Effect.sync(() => {
        waiting.interruptUnsafe()
        working.interruptUnsafe()
      })
    })
  )
