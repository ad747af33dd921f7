import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { messagingPermissions } from "../../src/domain/access/hubPermissions.ts"
import { claimableXid, fixtures } from "../fixtures/fixtures.ts"

const { claimed, guests, integration, listed, organization } = fixtures
const listedId = fixtures.workspaces.get(listed) ?? 0

const listedBase = 100_000_000
const claimableBase = 200_000_000
const guestBase = 900_000

/** Recent, so that no event outlives its retention during the run. */
const begin = new Date(Date.now() - 2 * 24 * 3_600_000)

export const range = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => from + index)

/**
 * Runs inserts with triggers disabled, including foreign key checks, which would take most of the time; the referenced
 * rows exist.
 */
export const withoutTriggers = <A, E, R>(insert: Effect.Effect<A, E, R>) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(Effect.andThen(sql`SET LOCAL session_replication_role = replica`, insert))
  )

/** Workspaces with their grants, guests, and two venues for every brand of the measured page. */
export const insertSurroundings = SqlClient.SqlClient.use((sql) => {
  const ids = [...fixtures.workspaces.values()]
  const xids = [...fixtures.workspaces.keys()]
  return sql.withTransaction(
    Effect.all(
      [
        sql`INSERT INTO workspaces (id, organization_id, xid, name, status)
          SELECT t.id, ${organization}, t.xid, t.xid, 'active'
          FROM unnest(${ids}::integer[], ${xids}::text[]) AS t (id, xid)`,
        sql`INSERT INTO workspace_counters (workspace_id) SELECT t.id FROM unnest(${ids}::integer[]) AS t (id)`,
        sql`INSERT INTO messaging_grants (integration_id, workspace_id, permissions, audience_workspace, active)
          SELECT ${integration}, t.id, ${[...messagingPermissions]}::text[], true, true
          FROM unnest(${ids}::integer[]) AS t (id)`,
        sql`INSERT INTO guests (id, organization_id, xid)
          SELECT ${guestBase}::integer + t.n, ${organization}, 'bench-guest-' || t.n
          FROM unnest(${range(0, guests)}::integer[]) AS t (n)`,
        sql`INSERT INTO properties (
            organization_id, brand_id, document_id, slug, name, property_type, timezone, status, nightly_cost_points,
            max_guests, city, country, latitude, longitude, updated_at
          )
          SELECT b.organization_id, b.id, 'bench-' || b.id || '-' || v.n, 'bench-' || b.id || '-' || v.n,
            'Venue ' || v.n, 'hotel', 'Europe/Lisbon', 'published', 1000, 2, 'Lisbon', 'Portugal', 38.7, -9.1,
            b.updated_at
          FROM brands b CROSS JOIN unnest(ARRAY[1, 2]) AS v (n)
          WHERE b.organization_id = ${fixtures.brandsOrganization}`
      ],
      { discard: true }
    )
  )
})

/** Actions `from` to `until` (exclusive) of the listed workspace; every third has an owner. */
export const insertActions = (from: number, until: number) =>
  withoutTriggers(
    SqlClient.SqlClient.use(
      (sql) => sql`
        INSERT INTO actions (
          id, xid, organization_id, workspace_id, seq, version, state, kind, title, details, priority, guest_id,
          property_id, audience_kind, owner_kind, owner_integration_id, due_at, created_at, updated_at, claimed_at
        )
        SELECT ${listedBase}::bigint + t.n, 'bench-action-' || t.n, ${organization}, ${listedId}, t.n + 1, 1,
          CASE WHEN t.owned THEN 'owned' ELSE 'unowned' END, 'housekeeping', 'Bring extra towels',
          CASE WHEN t.n % 2 = 0 THEN 'To the room at the end of the corridor' END, 'normal',
          ${guestBase}::integer + t.n % ${guests}::integer, CASE WHEN t.n % 2 = 0 THEN 101 END, 'workspace',
          CASE WHEN t.owned THEN 'integration' END, CASE WHEN t.owned THEN ${integration}::integer END,
          t.at + interval '1 day', t.at, t.at, CASE WHEN t.owned THEN t.at END
        FROM (
          SELECT n, n % 3 = 0 AS owned, timestamptz '2026-01-01 00:00:00.123Z' + n * interval '1 second' AS at
          FROM unnest(${range(from, until)}::integer[]) AS s (n)
        ) t`
    )
  )

/** Events `from` to `until` (exclusive) of the listed workspace, about each of its `actions` Actions in turn. */
export const insertEvents = (from: number, until: number, actions: number) =>
  withoutTriggers(
    SqlClient.SqlClient.use(
      (sql) => sql`
        INSERT INTO messaging_events (
          workspace_id, sequence, xid, kind, resource_type, resource_id, guest_id, actor_kind, actor_id,
          resource_version, occurred_at
        )
        SELECT ${listedId}, t.n + 1, 'bench-event-' || t.n, 'action.updated', 'action',
          ${listedBase}::bigint + t.n % ${actions}::integer,
          ${guestBase}::integer + t.n % ${actions}::integer % ${guests}::integer, 'system', NULL, 1,
          ${begin}::timestamptz + t.n * interval '20 milliseconds'
        FROM unnest(${range(from, until)}::integer[]) AS t (n)`
    )
  )

/** Sets the counters of the listed workspace. */
export const countListed = (actions: number, events: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      UPDATE workspace_counters SET events = ${events}::bigint, actions = ${actions}::bigint
      WHERE workspace_id = ${listedId}`
  )

/** Claimable Actions `from` to `until` (exclusive), distributed over the claimed workspaces. */
export const insertClaimable = (from: number, until: number) =>
  withoutTriggers(
    SqlClient.SqlClient.use((sql) => {
      const serials = range(from, until)
      return sql`
        INSERT INTO actions (
          id, xid, organization_id, workspace_id, seq, version, state, kind, title, priority, guest_id, audience_kind,
          created_at, updated_at
        )
        SELECT ${claimableBase}::bigint + t.n, t.xid, ${organization}, ${listedId}::integer + 1 + t.n % ${claimed.length}::integer,
          t.n / ${claimed.length}::integer + 1, 1, 'unowned', 'housekeeping', 'Bring extra towels', 'normal',
          ${guestBase}::integer + t.n % ${guests}::integer, 'workspace', timestamptz '2026-01-01 00:00:00Z',
          timestamptz '2026-01-01 00:00:00Z'
        FROM unnest(${serials}::integer[], ${serials.map(claimableXid)}::text[]) AS t (n, xid)`
    })
  )

/** Updates statistics and the visibility map, as in a database that has been running for a while. */
export const settle: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> = SqlClient.SqlClient.use((sql) =>
  Effect.asVoid(sql.unsafe("VACUUM ANALYZE").unprepared)
)
