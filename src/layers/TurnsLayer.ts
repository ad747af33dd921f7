import { Effect, Layer, Semaphore } from "effect"
import { Turns, TurnsTaken } from "../domain/shared/Turns.ts"

/** The writes of one subject: those that run and those that wait. */
interface Queue {
  readonly turns: Semaphore.Semaphore
  writes: number
  /** When a write last began or ended, in milliseconds of `performance.now`. */
  movedAt: number
}

/** Writes take a few milliseconds; waits for locks and for what is away take seconds. */
const stuckAfterMillis = 100

/** `atOnce` writes of a subject run, and up to `waiting` more wait. */
export const layer = ({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) =>
  Layer.sync(Turns, () => {
    const queues = new Map<string, Queue>()

    const join = (subject: string) => {
      const queue = queues.get(subject) ?? { turns: Semaphore.makeUnsafe(atOnce), writes: 0, movedAt: 0 }
      queues.set(subject, queue)
      queue.writes += 1
      return queue
    }
    const leave = (subject: string, queue: Queue) => {
      queue.writes -= 1
      queue.movedAt = performance.now()
      if (queue.writes === 0) queues.delete(subject)
    }

    return {
      areStuck: (subject) => {
        const queue = queues.get(subject)
        return queue !== undefined && queue.writes >= atOnce && performance.now() - queue.movedAt > stuckAfterMillis
      },
      take: (subject) => (write) =>
        Effect.suspend(() => {
          if ((queues.get(subject)?.writes ?? 0) >= atOnce + waiting) return Effect.die(new TurnsTaken({ subject }))
          const queue = join(subject)
          const begun = Effect.suspend(() => {
            queue.movedAt = performance.now()
            return write
          })
          return Effect.ensuring(
            queue.turns.withPermit(begun),
            Effect.sync(() => leave(subject, queue))
          )
        })
    }
  })
