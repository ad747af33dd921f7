import { type DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type EventScan, type MessagingEvents, ScannedEvent } from "../../domain/messaging/MessagingEvents.ts"
import { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { Timestamp } from "../statements/columns.ts"
import { actionReferenceColumns, messageReferenceColumns } from "../fragments/referenceColumns.ts"

/** Events removed per statement, so that no removal reaches the statement timeout or holds locks for long. */
const removalLimit = 10_000

const Feed = Schema.Struct({ head: Schema.Int, oldest: Schema.Int })

/** Each event row carries both ends of the feed; without events there is one row with the ends. */
const Row = Schema.Union([
  Schema.Struct({ ...Feed.fields, ...ScannedEvent.fields }),
  Schema.Struct({ ...Feed.fields, sequence: Schema.Null })
])

const Scan = Schema.Struct({
  workspaceId: WorkspaceId,
  organizationId: OrganizationId,
  guest: Schema.UndefinedOr(Schema.String),
  after: Schema.Int,
  limit: Schema.Int
})

/** Change events in this database. */
export const makeMessagingEventsSql: Effect.Effect<MessagingEvents["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const messageReference = sql.literal(messageReferenceColumns)
    const actionReference = sql.literal(actionReferenceColumns)

    // The head and the events come from one snapshot: a head read later could skip an event that the scan missed.
    const selectFeed = SqlSchema.findAll({
      Request: Scan,
      Result: Row,
      execute: ({ after, guest, limit, organizationId, workspaceId }) => {
        const ofGuest = sql`AND s.guest_id = (
          SELECT n.id FROM guests n WHERE n.organization_id = ${organizationId} AND n.xid = ${guest}
        )`
        return sql`
          SELECT
            c.events AS head, c.oldest_event AS oldest, e.sequence, e.xid AS id, e.kind,
            (SELECT g.xid FROM guests g WHERE g.id = e.guest_id) AS "guestId",
            e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.resource_version AS "resourceVersion",
            e.occurred_at AS "occurredAt",
            CASE e.resource_type
              WHEN 'message' THEN (SELECT ${messageReference} FROM messages r WHERE r.id = e.resource_id)
            END AS message,
            CASE e.resource_type
              WHEN 'action' THEN (SELECT ${actionReference} FROM actions r WHERE r.id = e.resource_id)
            END AS action
          FROM workspace_counters c
          LEFT JOIN LATERAL (
            SELECT s.sequence, s.xid, s.kind, s.guest_id, s.actor_kind, s.actor_id, s.resource_version, s.occurred_at,
              s.resource_type, s.resource_id
            FROM messaging_events s
            WHERE s.workspace_id = ${workspaceId} AND s.sequence > ${after}::bigint
              ${guest === undefined ? sql.literal("") : ofGuest}
            ORDER BY s.sequence LIMIT ${sql.literal(String(limit))}
          ) e ON true
          WHERE c.workspace_id = ${workspaceId}
          ORDER BY e.sequence`
      }
    })

    // Writers wait for the counter, so it is updated in a statement of its own, before the events are removed. The
    // first event to keep is searched from the oldest, so that the cost grows with what is removed, not with what is
    // kept. Counters are locked in the order in which the release of Actions locks those of several workspaces.
    const updateOldest = SqlSchema.void({
      Request: Timestamp,
      execute: (instant) => sql`
        WITH kept AS MATERIALIZED (
          SELECT w.workspace_id, coalesce(
            (
              SELECT e.sequence FROM messaging_events e
              WHERE e.workspace_id = w.workspace_id AND e.sequence >= w.oldest_event AND e.occurred_at >= ${instant}
              ORDER BY e.sequence LIMIT 1
            ),
            w.events + 1
          ) AS oldest
          FROM workspace_counters w
        ), locked AS MATERIALIZED (
          SELECT c.workspace_id, k.oldest
          FROM kept k JOIN workspace_counters c ON c.workspace_id = k.workspace_id AND k.oldest > c.oldest_event
          ORDER BY c.workspace_id FOR NO KEY UPDATE OF c
        )
        UPDATE workspace_counters c SET oldest_event = l.oldest FROM locked l WHERE l.workspace_id = c.workspace_id`
    })

    const deleteOlder = SqlSchema.findOne({
      Request: Schema.Int,
      Result: Schema.Struct({ removed: Schema.Int }),
      execute: (limit) => sql`
        WITH gone AS (
          DELETE FROM messaging_events WHERE ctid = ANY (ARRAY(
            SELECT e.ctid FROM workspace_counters c CROSS JOIN LATERAL (
              SELECT s.ctid FROM messaging_events s
              WHERE s.workspace_id = c.workspace_id AND s.sequence < c.oldest_event
              ORDER BY s.sequence LIMIT ${limit}
            ) e
            LIMIT ${limit}
          ))
          RETURNING 1
        )
        SELECT count(*) AS removed FROM gone`
    })

    return {
      list: Effect.fnUntraced(function* (scan: EventScan) {
        const rows = yield* Effect.orDie(selectFeed(scan))
        return {
          head: rows[0]?.head ?? 0,
          oldest: rows[0]?.oldest ?? 1,
          scanned: rows.flatMap(({ head: _, oldest: __, ...event }) => (event.sequence === null ? [] : [event]))
        }
      }),
      removeBefore: Effect.fnUntraced(function* (instant: DateTime.Utc) {
        yield* Effect.orDie(updateOldest(instant))
        return (yield* Effect.orDie(deleteOlder(removalLimit))).removed
      })
    }
  }
)
