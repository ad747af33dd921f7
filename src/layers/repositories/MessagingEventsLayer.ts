import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import { keyText } from "../../domain/dataset/keyText.ts"
import type { MessagingEvent } from "../../domain/messaging/MessagingEvent.ts"
import { MessagingEvents } from "../../domain/messaging/MessagingEvents.ts"
import type { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { makeMessagingEventsSql } from "../../sql/repositories/MessagingEventsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"
import { actionReference, messageReference } from "./references.ts"

export const layerSql = Layer.effect(MessagingEvents, makeMessagingEventsSql)

const ascending = Order.mapInput(Order.Number, (event: MessagingEvent) => event.sequence)

export const layerMemory = Layer.effect(
  MessagingEvents,
  Effect.gen(function* () {
    const memory = yield* Memory

    const eventsOf = (workspaceId: WorkspaceId) =>
      Effect.map(TxHashMap.values(memory.messagingEvents), (events) =>
        events.filter((event) => event.workspaceId === workspaceId).toSorted(ascending)
      )

    return MessagingEvents.of({
      list: Effect.fnUntraced(function* ({ after, guest, limit, organizationId, workspaceId }) {
        const counter = Option.getOrUndefined(yield* TxHashMap.get(memory.workspaceCounters, String(workspaceId)))
        const guests = yield* TxHashMap.snapshot(memory.guests)
        const messages = yield* TxHashMap.snapshot(memory.messages)
        const actions = yield* TxHashMap.snapshot(memory.actions)
        const isOfGuest = (event: MessagingEvent) =>
          lookUp(guests, event.guestId, (row) => row.organizationId === organizationId && row.xid === guest) === true
        const scanned = (yield* eventsOf(workspaceId))
          .filter((event) => event.sequence > after && (guest === undefined || isOfGuest(event)))
          .slice(0, limit)
          .map((event) => ({
            sequence: event.sequence,
            id: event.xid,
            kind: event.kind,
            guestId: lookUp(guests, event.guestId, (row) => row.xid),
            actorKind: event.actorKind,
            actorId: event.actorId,
            resourceVersion: event.resourceVersion,
            occurredAt: DateTime.formatIso(event.occurredAt),
            message: event.resourceType === "message" ? lookUp(messages, event.resourceId, messageReference) : null,
            action: event.resourceType === "action" ? lookUp(actions, event.resourceId, actionReference) : null
          }))
        return { head: counter?.events ?? 0, oldest: counter?.oldestEvent ?? 1, scanned }
      }, Effect.tx),
      removeBefore: Effect.fnUntraced(function* (instant) {
        let removed = 0
        for (const counter of yield* TxHashMap.values(memory.workspaceCounters)) {
          const events = yield* eventsOf(counter.workspaceId)
          const kept = events.find((event) => DateTime.isGreaterThanOrEqualTo(event.occurredAt, instant))
          const oldestEvent = kept?.sequence ?? counter.events + 1
          const gone = events.filter((event) => event.sequence < oldestEvent)
          yield* TxHashMap.set(memory.workspaceCounters, String(counter.workspaceId), { ...counter, oldestEvent })
          yield* TxHashMap.removeMany(
            memory.messagingEvents,
            gone.map((event) => keyText(event.workspaceId, event.sequence))
          )
          removed += gone.length
        }
        return removed
      }, Effect.tx)
    })
  })
)
