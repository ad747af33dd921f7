import { Effect } from "effect"
import type { Atomic } from "../shared/Atomic.ts"
import { atomically } from "../shared/atomically.ts"
import { Turns } from "../shared/Turns.ts"
import type { IdempotencyPolicy } from "./IdempotencyPolicy.ts"

/** Queues a write's transaction behind its owner's other writes; `isStuck` reports whether that queue is stalled. */
export const turnOf = <E>({ namespace, owner }: IdempotencyPolicy<E>, tenant: string) =>
  Effect.map(Turns, (turns) => {
    const subject = { kind: owner, id: `${namespace}:${tenant}` }
    return {
      isStuck: () => turns.areStuck(subject),
      atomically: <A, E2, R>(write: Effect.Effect<A, E2, R>): Effect.Effect<A, E2, R | Atomic> =>
        turns.take(subject)(atomically(write))
    }
  })
