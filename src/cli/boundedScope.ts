import { type Duration, Effect, Fiber, Scope } from "effect"

/**
 * A scope that closes with the present one, which waits for it no longer than `limit`: a server that neither answers nor goes
 * away must not keep the process.
 */
export const boundedScope = Effect.fnUntraced(function* (limit: Duration.Duration) {
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer((exit) =>
    Effect.forkDetach(Scope.close(scope, exit)).pipe(
      Effect.flatMap((closing) => Effect.interruptible(Effect.timeoutOption(Fiber.await(closing), limit)))
    )
  )
  return scope
})
