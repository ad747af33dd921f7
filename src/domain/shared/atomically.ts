import { Effect } from "effect"
import { Atomic } from "./Atomic.ts"

/** Policy: the operation's writes commit together. */
export const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Atomic> =>
  Effect.flatMap(Atomic, (atomic) => atomic.run(effect))
