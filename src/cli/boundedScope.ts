import { type Duration, Effect, Fiber, Scope } from "effect"

/**
 * A scope that closes with the present one, which waits for it no longer than `limit`: a server that neither answers nor goes
 * away must not keep the process.
 */
export const boundedScope = Effect.fnUntraced(function* (limit: Duration.Duration) {
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer((exit) =>
    Effect.gen(function* () {
      const closing = yield* Effect.forkDetach(Scope.close(scope, exit))
      // On a fiber of its own: this one may be interrupted already, and would not wait at all.
      const waiting = Effect.interruptible(Effect.timeoutOption(Fiber.await(closing), limit))
      yield* Fiber.await(yield* Effect.forkDetach(waiting))
    })
  )
  return scope
})
