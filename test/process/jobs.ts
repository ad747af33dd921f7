import { Effect, Predicate } from "effect"
import type { Database } from "../support/servers/Database.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import type { ServerProcess } from "../support/servers/processes.ts"

/** A run that ended, as its process logged it. */
export interface Run {
  readonly job: string
  readonly due: string
  readonly line: Readonly<Record<string, unknown>>
}

/** The runs that ended in a process, oldest first. */
export const runsOf = (server: ServerProcess): ReadonlyArray<Run> =>
  server
    .log()
    .split("\n")
    .filter((text) => text.includes('"message":"job"'))
    .flatMap((text) => {
      const line: unknown = JSON.parse(text)
      if (!Predicate.isReadonlyObject(line)) return []
      const fields: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(line))
      const { due, job } = fields
      return typeof job === "string" && typeof due === "string" ? [{ job, due, line: fields }] : []
    })

/** Job and due time of runs that ended more than once. */
export const repeated = (servers: ReadonlyArray<ServerProcess>): ReadonlyArray<string> => {
  const moments = servers.flatMap(runsOf).map(({ due, job }) => `${job} ${due}`)
  return moments.filter((moment, index) => moments.indexOf(moment) < index)
}

/** Adds `count` members, each with 100 points that expired a day ago. Returns their ids, ascending. */
export const insertDueLots = Effect.fnUntraced(function* ({ query }: Database, count: number) {
  const rows = yield* query(
    `WITH chosen AS (
      INSERT INTO members (xid, identity_subject, first_name, last_name, email, status, created_at)
      SELECT '7' || lpad(n::text, 25, '0'), 'due-' || n, 'Due', 'Lot', n || '@due.example.com', 'active', now()
      FROM generate_series(1, $1::int) n RETURNING id
    ), opened AS (
      INSERT INTO wallets (member_id, valid_balance, credit_balance, next_expiry_at, entry_count, activity_count)
      SELECT id, 100, 0, now() - interval '1 day', 1, 0 FROM chosen RETURNING member_id
    ), given AS (
      INSERT INTO wallet_entries (
        id, member_id, group_id, type, asset, points, movements, description, source_type, source_id, metadata, created_at
      )
      SELECT 'entry-' || member_id, member_id, 'group-' || member_id, 'ADJUST', 'VALID', 100,
        jsonb_build_array(jsonb_build_object('lotId', 'lot-' || member_id, 'points', 100)),
        'Points given', 'adjustment', 'test', '{}', now() - interval '9 days'
      FROM opened RETURNING member_id
    )
    INSERT INTO wallet_lots (id, member_id, asset, original, remaining, expires_at, source_entry_id, created_at)
    SELECT 'lot-' || member_id, member_id, 'VALID', 100, 100, now() - interval '1 day', 'entry-' || member_id,
      now() - interval '9 days'
    FROM given RETURNING member_id`,
    [count]
  )
  return rows.map(([id]) => Number(id)).toSorted((a, b) => a - b)
})

/** How many EXPIRE entries each member has, and their balance. */
export const expiriesOf = ({ query }: Database, members: ReadonlyArray<number>) =>
  query(
    `SELECT count(e.id)::int, w.valid_balance::int FROM wallets w
    LEFT JOIN wallet_entries e ON e.member_id = w.member_id AND e.type = 'EXPIRE'
    WHERE w.member_id = ANY($1::int[]) GROUP BY w.member_id ORDER BY w.member_id`,
    [members]
  )

/** Holds the wallet of a member locked until `release`. */
export const holdWallet = (database: Database, memberId: number) =>
  holdRows(database, "SELECT 1 FROM wallets WHERE member_id = $1 FOR UPDATE", [memberId])
