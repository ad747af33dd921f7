import { Effect, Result } from "effect"
import { Atomic } from "./Atomic.ts"
import { isCommittedRefusal } from "./CommittedRefusal.ts"

/** Policy: the operation's writes commit together. A failure rolls them back, unless it is `CommittedRefusal`. */
export const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Atomic> => {
  const settled = Effect.matchEffect(effect, {
    onFailure: (error) => (isCommittedRefusal(error) ? Effect.succeed(Result.fail(error)) : Effect.fail(error)),
    onSuccess: (value) => Effect.succeed(Result.succeed(value))
  })
  return Effect.flatMap(
    Atomic.use((atomic) => atomic.run(settled)),
    Effect.fromResult
  )
}
