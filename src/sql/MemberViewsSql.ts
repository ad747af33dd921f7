import { type DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { Reach } from "../domain/access/Reach.ts"
import { foldText } from "../domain/shared/foldText.ts"
import { MemberId } from "../domain/members/Member.ts"
import type { MemberRecord } from "../domain/members/MemberRecord.ts"
import type { LocatedMember, MembersQuery, MemberViews } from "../domain/members/MemberViews.ts"
import { toMemberView } from "../domain/members/toMemberView.ts"
import { NotFound } from "../domain/shared/NotFound.ts"
import { OptionalTimestamp, Timestamp, type TimestampColumn } from "./columns.ts"
import { partOf } from "./containsText.ts"
import { currentTier } from "./currentTier.ts"
import { isLinkedTo, linkScopes } from "./memberLinks.ts"
import { MemberRecordColumn, memberRecord } from "./memberRecordColumn.ts"
import { isOneOf } from "./withinReach.ts"

const Records = Schema.Array(MemberRecordColumn)

const OptionalText = Schema.UndefinedOr(Schema.String)

const Query = Schema.Struct({
  reach: Reach,
  within: Reach,
  now: Timestamp,
  q: OptionalText,
  matchesContacts: Schema.Boolean,
  email: OptionalText,
  tierId: OptionalText,
  programId: OptionalText,
  updatedSince: OptionalTimestamp,
  limit: Schema.Int,
  offset: Schema.Int
})

const Numbers = Schema.Struct({ reach: Reach, now: Timestamp, memberIds: Schema.Array(MemberId) })

const Named = Schema.Struct({ reach: Reach, now: Timestamp, externalId: Schema.String })

const Page = Schema.Struct({ total: Schema.Int, items: Records })

/** Members in this database, as partners see them. */
export const makeMemberViewsSql: Effect.Effect<MemberViews["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const ofOrganization = ({ organizationIds }: typeof Reach.Encoded, organization: string) =>
      organizationIds === "all" ? sql.literal("") : sql`AND ${isOneOf(sql, organization, organizationIds)}`

    const isLinked = isLinkedTo(sql, sql.literal("scope"))

    /**
     * Members by their stored tier, through its index, and those few whose tier period has ended but is not renewed by
     * the job yet.
     */
    const holdsTier = (tierId: string, { now, reach }: typeof Query.Encoded) => sql`m.id IN (
      SELECT e.member_id FROM tiers t
      JOIN enrolments e ON e.organization_id = t.organization_id AND e.program_id = t.program_id AND e.tier_id = t.id
      WHERE t.xid = ${tierId} ${ofOrganization(reach, "t.organization_id")} AND e.status = 'active'
        AND (e.tier_expires_at IS NULL OR e.tier_expires_at > ${now}::timestamptz)
      UNION ALL
      SELECT e.member_id FROM enrolments e
      CROSS JOIN LATERAL (${currentTier(sql, now)}) held
      WHERE e.status = 'active' AND e.tier_expires_at <= ${now}::timestamptz AND held.xid = ${tierId}
        ${ofOrganization(reach, "e.organization_id")}
    )`

    const isInProgram = (programId: string, reach: typeof Reach.Encoded) => sql`m.id IN (
      SELECT e.member_id FROM programs p
      JOIN enrolments e ON e.organization_id = p.organization_id AND e.program_id = p.id
      WHERE p.xid = ${programId} ${ofOrganization(reach, "p.organization_id")} AND e.status = 'active'
    )`

    const filters = (query: typeof Query.Encoded): ReadonlyArray<Statement.Fragment> => {
      const { email, matchesContacts, programId, q, reach, tierId, updatedSince } = query
      const clauses: Array<Statement.Fragment> = []
      if (q !== undefined) {
        const part = partOf(q)
        clauses.push(
          matchesContacts
            ? sql`(m.search_name LIKE ${part} OR m.search_contact LIKE ${part})`
            : sql`m.search_name LIKE ${part}`
        )
      }
      if (email !== undefined) clauses.push(sql`fold_text(m.email) = ${foldText(email)}`)
      if (tierId !== undefined) clauses.push(holdsTier(tierId, query))
      if (programId !== undefined) clauses.push(isInProgram(programId, reach))
      if (updatedSince !== undefined) clauses.push(sql`m.updated_at >= ${updatedSince}::timestamptz`)
      return clauses
    }

    /**
     * The filters select the index; the members that they leave are then looked up in the links. The other order, which
     * the planner would prefer for a join, reads every member of the organization. The rest is counted and sorted once.
     */
    const filtered = (clauses: ReadonlyArray<Statement.Fragment>, { limit, offset }: typeof Query.Encoded) => ({
      total: sql`(SELECT count(*)::integer FROM hit)`,
      page: sql`
        found AS MATERIALIZED (SELECT m.id, m.xid FROM members m WHERE ${sql.and(clauses)}),
        hit AS MATERIALIZED (SELECT m.id, m.xid FROM found m WHERE (SELECT ${isLinked})),
        page AS (SELECT hit.id FROM hit ORDER BY hit.xid LIMIT ${limit} OFFSET ${offset})`
    })

    /** The single scope of an organization or the platform; undefined for venues and for several organizations. */
    const wholeScope = ({ organizationIds, venueIds }: typeof Reach.Encoded): number | undefined => {
      if (venueIds !== "all") return undefined
      if (organizationIds === "all") return 0
      return organizationIds.length === 1 ? organizationIds[0] : undefined
    }

    /**
     * A single scope is read in index order and counted by its counter. Several scopes are each read as far as the page
     * reaches.
     */
    const unfiltered = ({ limit, offset, within }: typeof Query.Encoded) => {
      const organizationId = wholeScope(within)
      return {
        total: sql`CASE WHEN (SELECT count(*) FROM scope) = 1 THEN (
          SELECT coalesce(sum(c.members), 0)::integer FROM member_counts c
          JOIN scope s ON s.organization_id = c.organization_id AND s.property_id = c.property_id
        ) ELSE (
          SELECT count(DISTINCT l.member_xid)::integer FROM member_links l
          JOIN scope s ON s.organization_id = l.organization_id AND s.property_id = l.property_id
        ) END`,
        page:
          organizationId !== undefined
            ? sql`page AS (
              SELECT l.member_id AS id FROM member_links l
              WHERE l.organization_id = ${organizationId} AND l.property_id = 0
              ORDER BY l.member_xid LIMIT ${limit} OFFSET ${offset}
            )`
            : sql`page AS (
              SELECT DISTINCT l.member_xid, l.member_id AS id
              FROM scope s
              CROSS JOIN LATERAL (
                SELECT l.member_xid, l.member_id FROM member_links l
                WHERE l.organization_id = s.organization_id AND l.property_id = s.property_id
                ORDER BY l.member_xid LIMIT ${limit + offset}
              ) l
              ORDER BY l.member_xid LIMIT ${limit} OFFSET ${offset}
            )`
      }
    }

    const records = (reach: typeof Reach.Encoded, now: TimestampColumn) => sql`
      coalesce(json_agg(${memberRecord(sql, reach, now)} ORDER BY m.xid), '[]')`

    const selectPage = SqlSchema.findOne({
      Request: Query,
      Result: Page,
      execute: (query) => {
        const clauses = filters(query)
        const { page, total } = clauses.length === 0 ? unfiltered(query) : filtered(clauses, query)
        return sql`
          WITH scope AS MATERIALIZED (${linkScopes(sql, query.within)}), ${page}
          SELECT ${total} AS total, (
            SELECT ${records(query.reach, query.now)} FROM members m WHERE m.id IN (SELECT page.id FROM page)
          ) AS items`
      }
    })

    const selectMany = SqlSchema.findOne({
      Request: Numbers,
      Result: Schema.Struct({ items: Records }),
      execute: ({ memberIds, now, reach }) => sql`
        WITH scope AS MATERIALIZED (${linkScopes(sql, reach)})
        SELECT ${records(reach, now)} AS items FROM members m
        WHERE m.id = ANY(${memberIds}::integer[]) AND ${isLinked}`
    })

    const selectNamed = SqlSchema.findOne({
      Request: Named,
      Result: Schema.Struct({ items: Records }),
      execute: ({ externalId, now, reach }) => sql`
        WITH scope AS MATERIALIZED (${linkScopes(sql, reach)})
        SELECT ${records(reach, now)} AS items FROM members m
        WHERE m.xid = ${externalId} AND ${isLinked}`
    })

    const located = (record: MemberRecord, now: DateTime.Utc): LocatedMember => ({
      memberId: record.id,
      member: toMemberView(record, now)
    })

    return {
      list: Effect.fnUntraced(function* (query: MembersQuery) {
        const { items, total } = yield* Effect.orDie(selectPage(query))
        return { items: items.map((record) => toMemberView(record, query.now)), total }
      }),
      get: Effect.fnUntraced(function* (of) {
        const [record] = (yield* Effect.orDie(selectNamed(of))).items
        return record === undefined ? yield* new NotFound({}) : located(record, of.now)
      }),
      getMany: Effect.fnUntraced(function* (of) {
        const { items } = yield* Effect.orDie(selectMany(of))
        return items.map((record) => located(record, of.now))
      })
    }
  }
)
