import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { publicActor } from "./publicActor.ts"
import { audienceCovers } from "./audienceCovers.ts"
import { EventKind } from "./MessagingEvent.ts"
import type { ScannedEvent } from "./MessagingEvents.ts"
import { messageVisible } from "./messageVisible.ts"
import type { Sight } from "./Reader.ts"

/** Notice of a change to a message or an Action; never its text (HUB-042, HUB-050). */
export const EventRecord = Schema.Struct({
  sequence: Schema.Int.check(Schema.isGreaterThan(0)).annotateKey({
    description: "Position in the feed of the workspace: ascending, with gaps"
  }),
  id: Schema.String.annotateKey({ description: "Id of the event" }),
  kind: EventKind.annotateKey({ description: "What happened" }),
  resource: Schema.Struct({
    type: Schema.Literals(["message", "action"]).annotateKey({ description: "Kind of the record that changed" }),
    id: Schema.String.annotateKey({ description: "Id of the record that changed" })
  }).annotateKey({ description: "The record that changed; read it again for its content" }),
  guestId: Schema.NullOr(Schema.String).annotateKey({
    description: "Canonical id of the guest whose record changed; null if none"
  }),
  actor: Schema.Struct({
    kind: Schema.String.annotateKey({
      description: "Who made the change: a guest, an operator, an integration, an assistant or the system"
    }),
    id: Schema.NullOr(Schema.String).annotateKey({
      description: "External id of the actor; null if there is none"
    })
  }).annotateKey({ description: "Who made the change" }),
  resourceVersion: Schema.optionalKey(Schema.Int).annotate({ description: "Version of the Action; Actions only" }),
  occurredAt: Instant.annotateKey({ description: "When it happened" })
}).annotate({ identifier: "EventRecord" })
export type EventRecord = typeof EventRecord.Type

/** The kinds of changed resource that the reader may read (HUB-036). */
export interface ReadableResources {
  readonly messages: boolean
  readonly actions: boolean
}

const resourceOf = (
  reader: Sight,
  readable: ReadableResources,
  { action, message }: ScannedEvent
): EventRecord["resource"] | undefined => {
  if (message !== null && readable.messages && messageVisible(reader, message))
    return { type: "message", id: message.id }
  if (action !== null && readable.actions && audienceCovers(reader, action)) return { type: "action", id: action.id }
  return undefined
}

/** The scanned events whose resource is visible to the reader now, in scan order (HUB-038). */
export const eventRecords = (
  reader: Sight,
  readable: ReadableResources,
  scanned: ReadonlyArray<ScannedEvent>
): ReadonlyArray<EventRecord> =>
  scanned.flatMap((event) => {
    const resource = resourceOf(reader, readable, event)
    if (resource === undefined) return []
    return [
      {
        sequence: event.sequence,
        id: event.id,
        kind: event.kind,
        resource,
        guestId: event.guestId,
        actor: publicActor(event.actorKind, event.actorId),
        ...(event.resourceVersion === null ? undefined : { resourceVersion: event.resourceVersion }),
        occurredAt: event.occurredAt
      }
    ]
  })
