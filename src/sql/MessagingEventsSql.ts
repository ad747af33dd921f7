import { type DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type EventScan, type MessagingEvents, ScannedEvent } from "../domain/messaging/MessagingEvents.ts"
import { Int8, Timestamp } from "./columns.ts"

const Feed = Schema.Struct({ head: Int8, oldest: Int8 })

/** The feed's ends come with each of its events, and alone when there is none. */
const Row = Schema.Union([
  Schema.Struct({ ...Feed.fields, ...ScannedEvent.fields, sequence: Int8, occurredAt: Timestamp }),
  Schema.Struct({ ...Feed.fields, sequence: Schema.Null })
])

const Scan = Schema.Struct({ workspaceId: Schema.Int, after: Schema.Int, limit: Schema.Int })
const GuestScan = Schema.Struct({ ...Scan.fields, organizationId: Schema.Int, guest: Schema.String })

/** Change events out of this database. */
export const makeMessagingEventsSql: Effect.Effect<MessagingEvents["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = sql.literal(`
      c.events AS head, c.oldest_event AS oldest, e.sequence, e.xid AS id, e.kind, g.xid AS "guestId",
      e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.resource_version AS "resourceVersion",
      e.occurred_at AS "occurredAt",
      CASE WHEN m.id IS NOT NULL THEN json_build_object(
        'id', m.xid, 'audienceKind', m.audience_kind, 'teamId', m.team_id, 'isSensitive', m.is_sensitive,
        'isDeleted', m.deleted_at IS NOT NULL, 'sourceDerived', m.source_derived, 'aiPrivate', m.ai_private
      ) END AS message,
      CASE WHEN a.id IS NOT NULL THEN json_build_object(
        'id', a.xid, 'audienceKind', a.audience_kind, 'teamId', a.team_id
      ) END AS action`)

    const resources = sql.literal(`
      LEFT JOIN guests g ON g.id = e.guest_id
      LEFT JOIN messages m ON e.resource_type = 'message' AND m.id = e.resource_id
      LEFT JOIN actions a ON e.resource_type = 'action' AND a.id = e.resource_id AND a.workspace_id = c.workspace_id`)

    // The head and the events are of one snapshot: a head read later could lie behind an event that the scan missed.
    const select = SqlSchema.findAll({
      Request: Scan,
      Result: Row,
      execute: ({ after, limit, workspaceId }) => sql`
        SELECT ${columns}
        FROM workspace_counters c
        LEFT JOIN LATERAL (
          SELECT * FROM messaging_events s
          WHERE s.workspace_id = ${workspaceId} AND s.sequence > ${after}::bigint
          ORDER BY s.sequence LIMIT ${limit}
        ) e ON true
        ${resources}
        WHERE c.workspace_id = ${workspaceId}
        ORDER BY e.sequence`
    })

    const selectOfGuest = SqlSchema.findAll({
      Request: GuestScan,
      Result: Row,
      execute: ({ after, guest, limit, organizationId, workspaceId }) => sql`
        SELECT ${columns}
        FROM workspace_counters c
        LEFT JOIN LATERAL (
          SELECT * FROM messaging_events s
          WHERE s.workspace_id = ${workspaceId} AND s.sequence > ${after}::bigint AND s.guest_id = (
            SELECT n.id FROM guests n WHERE n.organization_id = ${organizationId} AND n.xid = ${guest}
          )
          ORDER BY s.sequence LIMIT ${limit}
        ) e ON true
        ${resources}
        WHERE c.workspace_id = ${workspaceId}
        ORDER BY e.sequence`
    })
    return {} 
  }
)
