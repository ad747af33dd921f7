import { Effect, Option, TxHashMap } from "effect"
import type { MessagingEvent } from "../../domain/messaging/MessagingEvent.ts"
import type { Memory } from "../Memory.ts"

/** Appends an event of the in-memory tables with its workspace's next sequence, in the caller's transaction. */
export const appendEvent = Effect.fnUntraced(function* (
  memory: Memory["Service"],
  event: Omit<MessagingEvent, "sequence">
) {
  const { workspaceId } = event
  const counter = Option.getOrElse(yield* TxHashMap.get(memory.workspaceCounters, String(workspaceId)), () => ({
    workspaceId,
    events: 0,
    oldestEvent: 1,
    actions: 0
  }))
  const sequence = counter.events + 1
  yield* TxHashMap.set(memory.workspaceCounters, String(workspaceId), { ...counter, events: sequence })
  yield* TxHashMap.set(memory.messagingEvents, `${workspaceId} ${sequence}`, { ...event, sequence })
})
