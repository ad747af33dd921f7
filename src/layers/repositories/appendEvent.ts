import { Effect, Option, TxHashMap } from "effect"
import { keyText } from "../../domain/dataset/keyText.ts"
import type { MessagingEvent } from "../../domain/messaging/MessagingEvent.ts"
import type { Memory } from "../memory/Memory.ts"

/**
 * Appends an event with its workspace's next sequence number, in the caller's transaction, and counts the Actions that
 * it creates. Returns the workspace's counters.
 */
export const appendEvent = Effect.fnUntraced(function* (
  memory: Memory["Service"],
  event: Omit<MessagingEvent, "sequence">,
  newActions = 0
) {
  const { workspaceId } = event
  const counter = Option.getOrElse(yield* TxHashMap.get(memory.workspaceCounters, String(workspaceId)), () => ({
    workspaceId,
    events: 0,
    oldestEvent: 1,
    actions: 0
  }))
  const counted = { ...counter, events: counter.events + 1, actions: counter.actions + newActions }
  yield* TxHashMap.set(memory.workspaceCounters, String(workspaceId), counted)
  yield* TxHashMap.set(memory.messagingEvents, keyText(workspaceId, counted.events), {
    ...event,
    sequence: counted.events
  })
  return counted
})
