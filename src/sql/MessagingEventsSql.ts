import { type DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
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

    // The head and the events are of one snapshot: a head read later could lie behind an event that the scan missed.
    const feed = (workspaceId: number, limit: number, events: Statement.Fragment) => sql`
      SELECT
        c.events AS head, c.oldest_event AS oldest, e.sequence, e.xid AS id, e.kind, g.xid AS "guestId",
        e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.resource_version AS "resourceVersion",
        e.occurred_at AS "occurredAt",
        CASE WHEN m.id IS NOT NULL THEN json_build_object(
          'id', m.xid, 'audienceKind', m.audience_kind, 'teamId', m.team_id, 'isSensitive', m.is_sensitive,
          'isDeleted', m.deleted_at IS NOT NULL, 'sourceDerived', m.source_derived, 'aiPrivate', m.ai_private
        ) END AS message,
        CASE WHEN a.id IS NOT NULL THEN json_build_object(
          'id', a.xid, 'audienceKind', a.audience_kind, 'teamId', a.team_id
        ) END AS action
      FROM workspace_counters c
      LEFT JOIN LATERAL (
        SELECT s.sequence, s.xid, s.kind, s.guest_id, s.actor_kind, s.actor_id, s.resource_version, s.occurred_at,
          s.resource_type, s.resource_id
        FROM messaging_events s
        WHERE s.workspace_id = ${workspaceId} AND ${events}
        ORDER BY s.sequence LIMIT ${limit}
      ) e ON true
      LEFT JOIN guests g ON g.id = e.guest_id
      LEFT JOIN messages m ON e.resource_type = 'message' AND m.id = e.resource_id
      LEFT JOIN actions a ON e.resource_type = 'action' AND a.id = e.resource_id
      WHERE c.workspace_id = ${workspaceId}
      ORDER BY e.sequence`

    const selectFeed = SqlSchema.findAll({
      Request: Scan,
      Result: Row,
      execute: ({ after, limit, workspaceId }) => feed(workspaceId, limit, sql`s.sequence > ${after}::bigint`)
    })

    const selectFeedOfGuest = SqlSchema.findAll({
      Request: GuestScan,
      Result: Row,
      execute: ({ after, guest, limit, organizationId, workspaceId }) =>
        feed(
          workspaceId,
          limit,
          sql`s.sequence > ${after}::bigint AND s.guest_id = (
            SELECT n.id FROM guests n WHERE n.organization_id = ${organizationId} AND n.xid = ${guest}
          )`
        )
    })

    // Writers wait for this row; so it is changed alone, and the events go afterwards.
    const updateOldest = SqlSchema.void({
      Request: Timestamp,
      execute: (instant) => sql`
        UPDATE workspace_counters c SET oldest_event = k.oldest
        FROM (
          SELECT w.workspace_id, coalesce(
            (
              SELECT e.sequence FROM messaging_events e
              WHERE e.workspace_id = w.workspace_id AND e.sequence >= w.oldest_event AND e.occurred_at >= ${instant}
              ORDER BY e.sequence LIMIT 1
            ),
            w.events + 1
          ) AS oldest
          FROM workspace_counters w
        ) k
        WHERE k.workspace_id = c.workspace_id AND k.oldest > c.oldest_event`
    })

    const deleteOlder = SqlSchema.findOne({
      Request: Schema.Void,
      Result: Schema.Struct({ removed: Int8 }),
      execute: () => sql`
        WITH gone AS (
          DELETE FROM messaging_events e USING workspace_counters c
          WHERE e.workspace_id = c.workspace_id AND e.sequence < c.oldest_event
          RETURNING 1
        )
        SELECT count(*) AS removed FROM gone`
    })

    return {
      list: Effect.fn("MessagingEvents.list")(function* ({ guest, ...scan }: EventScan) {
        const rows = yield* Effect.orDie(guest === undefined ? selectFeed(scan) : selectFeedOfGuest({ ...scan, guest }))
        return {
          head: rows[0]?.head ?? 0,
          oldest: rows[0]?.oldest ?? 1,
          scanned: rows.flatMap(({ head: _, oldest: __, ...event }) => (event.sequence === null ? [] : [event]))
        }
      }),
      removeBefore: Effect.fn("MessagingEvents.removeBefore")(function* (instant: DateTime.Utc) {
        yield* Effect.orDie(updateOldest(instant))
        return (yield* Effect.orDie(deleteOlder())).removed
      })
    }
  }
)
