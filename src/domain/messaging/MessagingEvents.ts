import { Context, type DateTime, type Effect, Schema } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import { Instant } from "../shared/Instant.ts"
import { Addressee } from "./audienceCovers.ts"
import { MessagingEvent } from "./MessagingEvent.ts"
import { MessageVisibility } from "./messageVisible.ts"
import type { WorkspaceId } from "./Workspace.ts"

/** An event as scanned for a page. `message` or `action` is the changed resource; both are null once it is gone. */
export const ScannedEvent = Schema.Struct({
  sequence: MessagingEvent.fields.sequence,
  id: MessagingEvent.fields.xid,
  kind: MessagingEvent.fields.kind,
  guestId: Schema.NullOr(Schema.String),
  actorKind: MessagingEvent.fields.actorKind,
  actorId: MessagingEvent.fields.actorId,
  resourceVersion: MessagingEvent.fields.resourceVersion,
  occurredAt: Instant,
  message: Schema.NullOr(Schema.Struct({ id: Schema.String, ...MessageVisibility.fields })),
  action: Schema.NullOr(Schema.Struct({ id: Schema.String, ...Addressee.fields }))
})
export type ScannedEvent = typeof ScannedEvent.Type

/**
 * A range of a workspace's feed in one snapshot: no further event up to `head` can appear (HUB-044). `oldest` is the
 * first retained sequence, `head` + 1 if none is (HUB-051).
 */
export interface EventFeed {
  readonly head: number
  readonly oldest: number
  readonly scanned: ReadonlyArray<ScannedEvent>
}

/** A listing: after the sequence `after`, optionally of one guest (canonical id). */
export interface EventScan {
  readonly workspaceId: WorkspaceId
  readonly organizationId: OrganizationId
  readonly guest: string | undefined
  readonly after: number
  readonly limit: number
}

/** The change events of workspaces, in commit order. */
export class MessagingEvents extends Context.Service<
  MessagingEvents,
  {
    /** Ascending by sequence, visible or not. */
    readonly list: (scan: EventScan) => Effect.Effect<EventFeed>
    /**
     * Removes each workspace's events before the first that occurred at `instant` or later, so that the rest has no
     * gap, and advances the oldest sequence at once (HUB-051). Possibly in batches; returns how many this call removed.
     */
    readonly removeBefore: (instant: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/messaging/MessagingEvents") {}
