import { Effect, Layer, Semaphore } from "effect"
import { Turns, TurnsTaken } from "../domain/shared/Turns.ts"

/** The writes of one subject: those that run and those that wait. */
interface Queue {
  readonly turns: Semaphore.Semaphore
  writes: number
}

/** `atOnce` writes of a subject run, and up to `waiting` more wait. */
export const layer = ({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) =>
  Layer.sync(Turns, () => {
    const queues = new Map<string, Queue>()

    const join = (subject: string) => {
      const queue = queues.get(subject) ?? { turns: Semaphore.makeUnsafe(atOnce), writes: 0 }
      queues.set(subject, queue)
      queue.writes += 1
      return queue
    }
    const leave = (subject: string, queue: Queue) => {
      queue.writes -= 1
      if (queue.writes === 0) queues.delete(subject)
    }

    return {
      areTaken: (subject) => (queues.get(subject)?.writes ?? 0) >= atOnce,
      take: (subject) => (write) =>
        Effect.suspend(() => {
          if ((queues.get(subject)?.writes ?? 0) >= atOnce + waiting) return Effect.die(new TurnsTaken({ subject }))
          const queue = join(subject)
          return Effect.ensuring(
            queue.turns.withPermit(write),
            Effect.sync(() => leave(subject, queue))
          )
        })
    }
  })
