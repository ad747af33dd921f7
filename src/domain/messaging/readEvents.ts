import { Effect, Schema } from "effect"
import { Authority } from "../access/Authority.ts"
import { requirePermissions } from "../access/requirePermissions.ts"
import { EventRecord, eventRecords, type ReadableResources } from "./EventRecord.ts"
import { EventCursorExpired, UnderlyingPermissionRequired } from "./MessagingErrors.ts"
import { MessagingEvents } from "./MessagingEvents.ts"
import { observeEventLag } from "./observeEventLag.ts"
import type { Reader } from "./Reader.ts"
import { readUnderGrant } from "./requireGrant.ts"
import { scanLimit } from "./scanPage.ts"
import { viewFields } from "./viewFields.ts"

/** A range of the feed, ascending; the caller continues with `nextAfter` (HUB-043, HUB-047). */
export const EventsPage = Schema.Struct({
  ...viewFields("events"),
  items: Schema.Array(EventRecord).annotateKey({
    description: "The visible events after `after`, in ascending order; can be empty even if more follow"
  }),
  nextAfter: Schema.Int.annotateKey({
    description: "Pass it as `after` in the next request: the last sequence scanned, visible or not"
  }),
  hasMore: Schema.Boolean.annotateKey({ description: "Whether more events are available now" })
}).annotate({ identifier: "EventsPage" })
export type EventsPage = typeof EventsPage.Type

export interface EventsQuery {
  readonly view: "events"
  readonly scope: string
  readonly guest?: string | undefined
  readonly after: number
}

const permission = "hub:api:events:read"

/**
 * The changes after the sequence `after` that are visible to the reader. `nextAfter` is the last sequence scanned,
 * visible or not; it never passes an uncommitted event.
 */
export const eventsPage = Effect.fnUntraced(function* (
  reader: Reader,
  readable: ReadableResources,
  { after, guest, scope }: Omit<EventsQuery, "view">,
  size = scanLimit
) {
  const { organizationId, workspace } = reader
  const { head, oldest, scanned } = yield* MessagingEvents.use((events) =>
    events.list({ workspaceId: workspace.id, organizationId, guest, after, limit: size + 1 })
  )
  if (after > 0 && after < oldest - 1) return yield* new EventCursorExpired({ oldestSequence: oldest })
  const last = scanned[size - 1]
  const hasMore = scanned.length > size
  const page: EventsPage = {
    view: "events",
    scope,
    items: eventRecords(reader, readable, scanned.slice(0, size)),
    nextAfter: hasMore && last !== undefined ? last.sequence : head,
    hasMore
  }
  yield* observeEventLag(workspace.id, head, page.items)
  return page
})

/** The caller must be able to read messages or Actions, which events refer to (HUB-036). */
const requireUnderlying = (
  ...holders: ReadonlyArray<(permission: string) => boolean>
): Effect.Effect<ReadableResources, UnderlyingPermissionRequired> => {
  const readable = {
    messages: holders.every((holds) => holds("hub:api:threads:read")),
    actions: holders.every((holds) => holds("hub:api:actions:read"))
  }
  return readable.messages || readable.actions
    ? Effect.succeed(readable)
    : Effect.fail(new UnderlyingPermissionRequired())
}

/** The changes whose resource is currently visible under the caller's grant (HUB-036, HUB-043). */
export const readEvents = Effect.fnUntraced(function* (query: EventsQuery) {
  const { permissions } = yield* Authority
  const keyHolds = (required: string) => permissions.has(required)
  yield* requirePermissions([permission])
  yield* requireUnderlying(keyHolds)
  return yield* readUnderGrant(query.scope, permission, ({ grant, reader }) =>
    Effect.flatMap(
      requireUnderlying(keyHolds, (required) => grant.permissions.includes(required)),
      (readable) => eventsPage(reader, readable, query)
    )
  )
})
