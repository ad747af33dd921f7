import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { InviteStatus } from "../../domain/invites/GuestInvite.ts"
import { endedByTime } from "../../domain/invites/inviteTransitions.ts"
import { Timestamp, type TimestampColumn } from "../statements/columns.ts"
import { literalList } from "./literalList.ts"
import { literalText } from "./literalText.ts"
import { withinReach } from "./withinReach.ts"

/** Which invites to list: those of `within`, shown as far as `reach` goes. */
export const InviteSearch = Schema.Struct({
  reach: Reach,
  within: Reach,
  now: Timestamp,
  statuses: Schema.NullOr(Schema.Array(InviteStatus)),
  search: Schema.NullOr(Schema.String),
  limit: Schema.Int,
  offset: Schema.Int
})

type Query = typeof InviteSearch.Encoded

/** Whether the status of the invite `i` is one that ends by time. */
const endsByTime = `i.status IN ${literalList(endedByTime)}`

/** Whether the invite `i` has ended by time, which nothing stores. */
const isOver = (sql: SqlClient.SqlClient, now: TimestampColumn) =>
  sql`(${sql.literal(endsByTime)} AND i.expires_at <= ${now}::timestamptz)`

/** The status of the invite `i` at `now`; twin of `inviteStatusAt`. */
export const inviteStatusAt = (sql: SqlClient.SqlClient, now: TimestampColumn) =>
  sql`CASE WHEN ${isOver(sql, now)} THEN 'expired' ELSE i.status END`

/** The parts of a list of invites, newest first (PAR-068); see `listOf`. */
export interface InviteSearchParts {
  readonly hit: (query: Query) => Statement.Fragment | undefined
  readonly whole: (query: Query) => Statement.Fragment
  /** The organizations and ids of the invites on the page. */
  readonly page: (query: Query) => Statement.Fragment
}

export const makeInviteSearch = (sql: SqlClient.SqlClient): InviteSearchParts => {
  /** Equivalent to comparing `inviteStatusAt`, but on the column, so that an index serves it. */
  const inStatus = (statuses: ReadonlyArray<InviteStatus>, now: TimestampColumn) => {
    const stored = sql`i.status = ANY(${statuses}::text[]) AND NOT ${isOver(sql, now)}`
    return statuses.includes("expired") ? sql`((${stored}) OR ${isOver(sql, now)})` : stored
  }

  const matching = ({ now, search, statuses, within }: Query) => {
    const clauses = [withinReach(sql, within, "i.organization_id", "i.property_id")]
    if (statuses !== null) clauses.push(inStatus(statuses, now))
    if (search !== null) clauses.push(sql`i.search_text LIKE ${`%${literalText(search)}%`}`)
    return sql.and(clauses)
  }

  /** Invites that have not ended, in any of the statuses that end by time. */
  const open = ({ now, within }: Query) => sql`
    ${sql.literal(endsByTime)} AND i.expires_at > ${now}::timestamptz
    AND ${withinReach(sql, within, "i.organization_id", "i.property_id")}`

  const areOpen = ({ statuses }: Query) => statuses !== null && statuses.every((status) => endedByTime.includes(status))

  /** The few that contain a text or have not ended, which an index finds; in list order every row would be compared. */
  const hit = (query: Query) => {
    const selected = sql`SELECT i.organization_id, i.id, i.created_at FROM guest_invites i WHERE ${matching(query)}`
    if (query.search !== null) return selected
    return areOpen(query) ? sql`${selected} AND ${open(query)}` : undefined
  }

  const isHit = (query: Query) => query.search !== null || areOpen(query)

  const stored = ({ within }: Query, clause: Statement.Fragment) => sql`
    SELECT coalesce(sum(c.invites), 0) AS total FROM guest_invite_counts c
    WHERE ${withinReach(sql, within, "c.organization_id", "c.property_id")} AND ${clause}`

  /** By the stored status, corrected by those that have not ended: all others in a status that ends by time have. */
  const counted = (query: Query, statuses: ReadonlyArray<InviteStatus>) => {
    const withExpired = statuses.includes("expired")
    const whole = [...statuses.filter((status) => !endedByTime.includes(status)), ...(withExpired ? endedByTime : [])]
    return sql`
      SELECT ((${stored(query, sql`c.status = ANY(${whole}::text[])`)}) + (
        SELECT count(*) FILTER (WHERE i.status = ANY(${statuses}::text[])) - ${sql.literal(withExpired ? "count(*)" : "0")}
        FROM guest_invites i WHERE ${open(query)}
      ))::integer AS total`
  }

  return {
    hit,
    whole: (query) => {
      if (isHit(query)) return sql`SELECT count(*)::integer AS total FROM hit`
      return query.statuses === null
        ? sql`SELECT (${stored(query, sql`true`)})::integer AS total`
        : counted(query, query.statuses)
    },
    page: (query) => sql`
      SELECT i.organization_id, i.id FROM ${isHit(query) ? sql`hit i` : sql`guest_invites i WHERE ${matching(query)}`}
      ORDER BY i.created_at DESC, i.id DESC LIMIT ${query.limit} OFFSET ${query.offset}`
  }
}
