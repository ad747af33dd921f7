import { Effect, Predicate } from "effect"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { apiKeysChannel } from "../../src/sql/repositories/ApiKeysSql.ts"
import type { Database } from "../support/servers/Database.ts"
import type { Call, Reply } from "../support/http/httpCall.ts"
import type { ServerProcess } from "../support/servers/processes.ts"

const workspace = "ws-a-main"
const path = `/api/external/v1/messaging?scope=${workspace}`

/** The keys of two integrations of one organization that share the workspace. */
export type KeyName = "KH_all" | "KH_other"

export const withKey = (key: keyof typeof hubKeys) => ({ authorization: `Bearer ${hubKeys[key]}` })

export interface Transition {
  readonly action: string
  readonly expectedVersion: number
  readonly type?: "claim" | "finish" | "cancel_action"
  readonly by?: KeyName
  readonly idempotencyKey?: string
}

/** The request that moves an Action: by default a claim by KH_all under a new key. */
export const transition = (one: Transition): Call => ({
  method: "POST",
  path,
  headers: { ...withKey(one.by ?? "KH_all"), "idempotency-key": one.idempotencyKey ?? crypto.randomUUID() },
  body: { type: one.type ?? "claim", id: one.action, expectedVersion: one.expectedVersion }
})

export const readAction = (action: string): Call => ({
  method: "GET",
  path: `${path}&view=actions&id=${action}`,
  headers: withKey("KH_all")
})

export const readEvents = (after: number): Call => ({
  method: "GET",
  path: `${path}&view=events&after=${after}`,
  headers: withKey("KH_all")
})

/** Adds `count` unowned Actions at version 1. Returns their ids. */
export const insertActions = Effect.fnUntraced(function* ({ query }: Database, count: number) {
  const prefix = crypto.randomUUID()
  const rows = yield* query(
    `WITH counted AS (
      UPDATE workspace_counters SET actions = actions + $2::int
      WHERE workspace_id = (SELECT id FROM workspaces WHERE xid = $1)
      RETURNING workspace_id, actions - $2::int AS last
    )
    INSERT INTO actions (
      xid, organization_id, workspace_id, seq, version, state, kind, title, priority, audience_kind, created_at, updated_at
    )
    SELECT $3 || '-' || n, w.organization_id, w.id, c.last + n, 1, 'unowned', 'request', 'Towels', 'normal', 'workspace',
      now(), now()
    FROM counted c JOIN workspaces w ON w.id = c.workspace_id CROSS JOIN generate_series(1, $2::int) n
    ORDER BY n
    RETURNING xid`,
    [workspace, count, prefix]
  )
  return rows.map(([xid]) => String(xid))
})

/** The stored version and state of an Action, and its transitions and events in order. */
export const historyOf = Effect.fnUntraced(function* ({ query }: Database, action: string) {
  const version = yield* query("SELECT version, state FROM actions WHERE xid = $1", [action])
  const moves = yield* query(
    `SELECT t.type, t.receipt_xid FROM action_transitions t JOIN actions a ON a.id = t.action_id
    WHERE a.xid = $1 ORDER BY t.resulting_version`,
    [action]
  )
  const events = yield* query(
    `SELECT e.kind FROM messaging_events e JOIN actions a ON e.resource_type = 'action' AND a.id = e.resource_id
    WHERE a.xid = $1 ORDER BY e.sequence`,
    [action]
  )
  return {
    version: Number(version[0]?.[0]),
    state: version[0]?.[1],
    moves: moves.map(([type]) => type),
    receipts: moves.map(([, receipt]) => receipt),
    events: events.map(([kind]) => kind)
  }
})

/** Delays the next `times` passes of a fault point in one process (GEN-014). */
export const arm = Effect.fnUntraced(function* (
  server: ServerProcess,
  fault: { readonly point: string; readonly times: number; readonly delayMs: number }
) {
  const { status, text } = yield* server.call({
    method: "POST",
    path: "/__test/faults",
    body: { ...fault, fail: false }
  })
  if (status >= 300) return yield* Effect.die(new Error(`The fault was not armed: ${status} ${text}`))
})

/** Whether exactly one transaction has run its statements and waits before its commit. */
export const beforeCommit = ({ value }: Database) =>
  Effect.map(
    value(
      `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction' AND state_change < clock_timestamp() - interval '50 ms'`
    ),
    (count) => count === 1
  )

/** The sessions on which processes wait for notifications of changed keys. */
export const listeners = `
  SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND query ILIKE 'LISTEN%' AND strpos(query, '${apiKeysChannel}') > 0`

/** Number of replies of each kind: `200`, `409 version_conflict`, ... */
export const tally = (replies: ReadonlyArray<Reply>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { at, status } of replies) {
    const code = at("code")
    const kind = Predicate.isString(code) ? `${status} ${code}` : String(status)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
