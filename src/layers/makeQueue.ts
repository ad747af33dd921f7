import { Effect, Semaphore } from "effect"
import { QueueFull } from "../domain/shared/Turns.ts"

/** Work takes a few milliseconds, or moves on; waits for locks and for what is away take seconds. */
const stuckAfterMillis = 100

interface Options {
  /** What stands in the queue, for the log. */
  readonly of: string
  /** How many run at once. */
  readonly atOnce: number
  /** How many more may wait, in order of arrival. */
  readonly waiting: number
}

/** A queue of bounded length in this process: it lets some run at once and some wait, and refuses the rest at once. */
export const makeQueue = ({ atOnce, of, waiting }: Options) => {
  const turns = Semaphore.makeUnsafe(atOnce)
  let joined = 0
  /** When one last began or ended, in milliseconds of `performance.now`. */
  let movedAt = 0
  const isFull = () => joined >= atOnce + waiting
  const refusal = Effect.suspend(() => Effect.die(new QueueFull({ of })))
  const move = () => {
    movedAt = performance.now()
  }
  return {
    isEmpty: () => joined === 0,
    /** Whether another would have to wait behind others of which none has begun or ended for a while. */
    isStuck: () => joined >= atOnce && performance.now() - movedAt > stuckAfterMillis,
    /** Dies with `QueueFull` if another would be refused; takes no place. */
    admit: Effect.suspend(() => (isFull() ? refusal : Effect.void)),
    /** Runs the work in its turn. Dies with `QueueFull` if as many wait as may. */
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
