import { type Duration, Effect, Fiber, Scope } from "effect"

/**
 * A scope that closes with the current one, but delays it by at most `limit`: an unresponsive server must not keep the
 * process alive.
 */
export const boundedScope = Effect.fnUntraced(function* (limit: Duration.Duration) {
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer((exit) =>
    Effect.gen(function* () {
      const closing = yield* Effect.forkDetach(Scope.close(scope, exit))
      // In a separate fiber, because the current one may already be interrupted and would not wait.
      const waiting = Effect.interruptible(Effect.timeoutOption(Fiber.await(closing), limit))
      yield* Fiber.await(yield* Effect.forkDetach(waiting))
    })
  )
  return scope
})
