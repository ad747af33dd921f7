import { Effect, Layer, Semaphore } from "effect"
import { type Subject, Turns, TurnsTaken } from "../domain/shared/Turns.ts"

/** The writes of one subject: those that run and those that wait. */
interface Queue {
  readonly turns: Semaphore.Semaphore
  writes: number
  /** When a write last began or ended, in milliseconds of `performance.now`. */
  movedAt: number
}

/** Writes take a few milliseconds; waits for locks and for what is away take seconds. */
const stuckAfterMillis = 100

interface Options {
  /** Writes of one subject that run at once. */
  readonly atOnce: Readonly<Record<Subject["kind"], number>>
  /** How many more may wait. */
  readonly waiting: number
}

export const layer = ({ atOnce, waiting }: Options) =>
  Layer.sync(Turns, () => {
    const queues = new Map<string, Queue>()

    const queueOf = ({ id, kind }: Subject): Queue =>
      queues.get(id) ?? { turns: Semaphore.makeUnsafe(atOnce[kind]), writes: 0, movedAt: 0 }
    const join = ({ id }: Subject, queue: Queue) => {
      queues.set(id, queue)
      queue.writes += 1
    }
    const leave = ({ id }: Subject, queue: Queue) => {
      queue.writes -= 1
      queue.movedAt = performance.now()
      if (queue.writes === 0) queues.delete(id)
    }

    return {
      areStuck: (subject) => {
        const queue = queues.get(subject.id)
        return (
          queue !== undefined &&
          queue.writes >= atOnce[subject.kind] &&
          performance.now() - queue.movedAt > stuckAfterMillis
        )
      },
      take: (subject) => (write) =>
        Effect.suspend(() => {
          const queue = queueOf(subject)
          if (queue.writes >= atOnce[subject.kind] + waiting) return Effect.die(new TurnsTaken({ subject }))
          join(subject, queue)
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
