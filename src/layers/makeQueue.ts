import { Effect, Semaphore } from "effect"
import { QueueFull } from "../domain/shared/Turns.ts"

/** Normal work takes a few milliseconds; waiting for a lock or an unreachable system takes seconds. */
const stuckAfterMillis = 100

interface Options {
  /** What the queue holds, for the log. */
  readonly of: string
  /** How many run at once. */
  readonly atOnce: number
  /** How many more may wait, first come first served. */
  readonly waiting: number
}

/** A bounded in-process queue: a fixed number run at once, a fixed number wait, and any others are rejected at once. */
export const makeQueue = ({ atOnce, of, waiting }: Options) => {
  const turns = Semaphore.makeUnsafe(atOnce)
  let joined = 0
  /** When work last started or finished, in milliseconds of `performance.now`. */
  let movedAt = 0
  const isFull = () => joined >= atOnce + waiting
  const refusal = Effect.suspend(() => Effect.die(new QueueFull({ of })))
  const move = () => {
    movedAt = performance.now()
  }
  return {
    isEmpty: () => joined === 0,
    /** Whether new work would wait behind work of which none has started or finished for a while. */
    isStuck: () => joined >= atOnce && performance.now() - movedAt > stuckAfterMillis,
    /** Dies with `QueueFull` if another would be refused; takes no place. */
    admit: Effect.suspend(() => (isFull() ? refusal : Effect.void)),
    /** Runs the work in its turn. Dies with `QueueFull` if the queue is full. */
    take: <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        if (isFull()) return refusal
        joined += 1
        return Effect.ensuring(
          turns.withPermit(Effect.andThen(Effect.sync(move), work)),
          Effect.sync(() => {
            joined -= 1
            move()
          })
        )
      })
  }
}
