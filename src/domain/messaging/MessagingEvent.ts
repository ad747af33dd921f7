import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"
import { WorkspaceId } from "./Workspace.ts"

export const EventKind = Schema.Literals([
  "message.created",
  "message.edited",
  "message.delivery_updated",
  "action.created",
  "action.updated",
  "action.claimed",
  "action.released",
  "action.handed_off",
  "action.finished",
  "action.cancelled"
])
export type EventKind = typeof EventKind.Type

/** A change to a message or an Action. `sequence` is the commit order of the events of a workspace (HUB-044). */
export const MessagingEvent = Schema.Struct({
  workspaceId: WorkspaceId,
  sequence: Schema.Int,
  xid: Schema.NonEmptyString,
  kind: EventKind,
  resourceType: Schema.Literals(["message", "action"]),
  resourceId: RowId,
  guestId: Schema.NullOr(RowId),
  actorKind: Schema.NonEmptyString,
  actorId: Schema.NullOr(Schema.String),
  resourceVersion: Schema.NullOr(Schema.Int),
  occurredAt: Schema.DateTimeUtc
})
export type MessagingEvent = typeof MessagingEvent.Type
