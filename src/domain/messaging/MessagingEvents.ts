import { Context, type DateTime, type Effect, Schema } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import { Instant } from "../shared/Instant.ts"
import { Addressee } from "./audienceCovers.ts"
import { MessagingEvent } from "./MessagingEvent.ts"
import { MessageVisibility } from "./messageVisible.ts"
import type { WorkspaceId } from "./Workspace.ts"

/**
 * An event as a page scans it. `message` or `action` is the live resource that it tells of; both are null when that is
 * no longer there.
 */
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
 * A stretch of a workspace's feed as it stood at one moment: no event up to `head` can still appear (HUB-044). `oldest`
 * is the first sequence still kept, `head` + 1 when none is (HUB-051).
 */
export interface EventFeed {
  readonly head: number
  readonly oldest: number
  readonly scanned: ReadonlyArray<ScannedEvent>
}

/** Which events: behind the sequence `after`, of one guest (canonical id) when given. */
export interface EventScan {
  readonly workspaceId: WorkspaceId
  readonly organizationId: OrganizationId
  readonly guest: string | undefined
  readonly after: number
  readonly limit: number
}

/** The change events of workspaces, in the order in which they committed. */
export class MessagingEvents extends Context.Service<
  MessagingEvents,
  {
    /** Ascending by sequence, with whatever may not be seen. */
    readonly list: (scan: EventScan) => Effect.Effect<EventFeed>
    /**
     * Forgets the events of every workspace up to the first that occurred at `instant` or later, so that what is kept
     * has no gap, and moves the oldest at once (HUB-051). A store may take several calls; answers how many went in this.
     */
    readonly removeBefore: (instant: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/messaging/MessagingEvents") {}
