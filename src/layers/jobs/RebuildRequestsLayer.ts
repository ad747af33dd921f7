import { Effect, Layer, Queue } from "effect"
import { RebuildRequests } from "../../domain/arrivals/RebuildRequests.ts"

/** The requests of one process. */
export const layer = Layer.effect(
  RebuildRequests,
  Effect.map(Queue.sliding<"rebuild">(1), (requests) => ({
    request: Effect.asVoid(Queue.offer(requests, "rebuild")),
    take: Effect.asVoid(Queue.take(requests))
  }))
)
