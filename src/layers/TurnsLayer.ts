import { Effect, Layer } from "effect"
import { type Subject, Turns } from "../domain/shared/Turns.ts"
import { makeQueue } from "./makeQueue.ts"

interface Options {
  /** How many writes of one subject run at once, by kind of subject. */
  readonly atOnce: Readonly<Record<Subject["kind"], number>>
  /** How many more may queue. */
  readonly waiting: number
}

export const layer = ({ atOnce, waiting }: Options) =>
  Layer.sync(Turns, () => {
    const queues = new Map<string, ReturnType<typeof makeQueue>>()

    const queueOf = ({ id, kind }: Subject) =>
      queues.get(id) ?? makeQueue({ of: `writes of ${id}`, atOnce: atOnce[kind], waiting })

    return {
      areStuck: ({ id }) => queues.get(id)?.isStuck() ?? false,
      take: (subject) => (write) =>
        Effect.suspend(() => {
          const queue = queueOf(subject)
          queues.set(subject.id, queue)
          return Effect.ensuring(
            queue.take(write),
            Effect.sync(() => queue.isEmpty() && queues.delete(subject.id))
          )
        })
    }
  })
