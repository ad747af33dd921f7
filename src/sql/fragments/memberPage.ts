import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { foldText } from "../../domain/shared/foldText.ts"
import { OptionalTimestamp, Timestamp } from "../statements/columns.ts"
import { partOf } from "./containsText.ts"
import { currentTier } from "./currentTier.ts"
import { isLinkedTo } from "./memberLinks.ts"
import { withinOrganizations } from "./withinReach.ts"

const OptionalText = Schema.UndefinedOr(Schema.String)

/** Which members to list: those linked to `within`, shown as far as `reach` goes. */
export const MembersRequest = Schema.Struct({
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

type Request = typeof MembersRequest.Encoded

/** Common table expressions of which the last is `page (id)`, and an expression for the number of all matches. */
interface MemberPage {
  readonly page: Statement.Fragment
  readonly total: Statement.Fragment
}

/** Trigram indexes serve texts of at least three characters. */
const indexedLength = 3

/**
 * An organization, or the platform, as its one scope in `member_links`; undefined for venues and several organizations.
 */
const wholeScope = ({ organizationIds, venueIds }: typeof Reach.Encoded): number | undefined => {
  if (venueIds !== "all") return undefined
  if (organizationIds === "all") return 0
  return organizationIds.length === 1 ? organizationIds[0] : undefined
}

/**
 * The page of a list of members and its total (PAR-041), over `scope (organization_id, property_id)`: the scopes that
 * `within` covers. Whole organizations and their tiers and programs are read in the order of an index, up to the end of
 * the page.
 */
export const memberPage = (sql: SqlClient.SqlClient, request: Request): MemberPage => {
  const { email, limit, matchesContacts, now, offset, programId, q, reach, tierId, updatedSince, within } = request
  const whole = wholeScope(within)
  const isOfOrganization = (column: string) => withinOrganizations(sql, reach, column)

  const linksInScope = sql`
    member_links l JOIN scope s ON s.organization_id = l.organization_id AND s.property_id = l.property_id`

  const isInProgram = (program: string, memberId: string) => sql`EXISTS (
    SELECT FROM enrolments ep
    JOIN programs p ON p.organization_id = ep.organization_id AND p.id = ep.program_id
    WHERE ep.member_id = ${sql.literal(memberId)} AND ep.status = 'active' AND p.xid = ${program}
      AND ${isOfOrganization("ep.organization_id")}
  )`

  const everyone = (): MemberPage => ({
    total: sql`CASE WHEN (SELECT count(*) FROM scope) = 1 THEN (
      SELECT coalesce(sum(c.members), 0)::integer FROM member_counts c
      JOIN scope s ON s.organization_id = c.organization_id AND s.property_id = c.property_id
    ) ELSE (
      SELECT count(DISTINCT l.member_xid)::integer FROM ${linksInScope}
    ) END`,
    page:
      whole !== undefined
        ? sql`page AS (
          SELECT l.member_id AS id FROM member_links l
          WHERE l.organization_id = ${whole} AND l.property_id = 0
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
  })

  /**
   * Who is in a tier or a program of a whole organization: an enrolment is a link, and one member has one in a program.
   * The few whose tier period has ended, before the job has stored that, hold another tier than the stored one.
   */
  const enrolled = (): MemberPage => {
    const tiers = sql`
      chosen AS MATERIALIZED (
        SELECT t.organization_id, t.program_id, t.id, p.xid AS program_xid FROM tiers t
        JOIN programs p ON p.organization_id = t.organization_id AND p.id = t.program_id
        WHERE ${tierId === undefined ? sql`p.xid = ${programId}` : sql`t.xid = ${tierId}`}
          AND ${isOfOrganization("t.organization_id")}
      )`
    const isAlsoInProgram =
      tierId === undefined || programId === undefined
        ? sql``
        : sql`AND (t.program_xid = ${programId} OR ${isInProgram(programId, "e.member_id")})`
    const stored = (condition: Statement.Fragment) => sql`
      SELECT e.member_xid, e.id FROM chosen t CROSS JOIN LATERAL (
        SELECT e.member_xid, e.member_id AS id FROM enrolments e
        WHERE e.organization_id = t.organization_id AND e.tier_id = t.id AND e.status = 'active'
          ${isAlsoInProgram} ${condition}
        ORDER BY e.member_xid LIMIT ${limit + offset}
      ) e`
    const count =
      tierId === undefined || programId === undefined
        ? sql`
          SELECT coalesce(sum(c.members), 0) FROM chosen t
          JOIN enrolment_counts c ON c.organization_id = t.organization_id AND c.tier_id = t.id`
        : sql`
          SELECT count(*) FROM chosen t JOIN enrolments e ON e.tier_id = t.id AND e.status = 'active' ${isAlsoInProgram}`
    const paged = (members: Statement.Fragment) => sql`
      page AS (SELECT e.id FROM (${members}) e ORDER BY e.member_xid LIMIT ${limit} OFFSET ${offset})`

    if (tierId === undefined) {
      return { page: sql`${tiers}, ${paged(stored(sql``))}`, total: sql`(${count})::integer` }
    }
    const lapsed = sql`
      lapsed AS MATERIALIZED (
        SELECT e.member_xid, e.member_id AS id, e.tier_id = t.id AS is_stored, held.id = t.id AS is_held
        FROM chosen t
        JOIN enrolments e ON e.organization_id = t.organization_id AND e.program_id = t.program_id
        CROSS JOIN LATERAL (${currentTier(sql, now)}) held
        WHERE e.status = 'active' AND e.tier_expires_at <= ${now}::timestamptz ${isAlsoInProgram}
      )`
    const isCurrent = sql`AND (e.tier_expires_at IS NULL OR e.tier_expires_at > ${now}::timestamptz)`
    const members = sql`
      (${stored(isCurrent)}) UNION ALL SELECT l.member_xid, l.id FROM lapsed l WHERE l.is_held`
    return {
      page: sql`${tiers}, ${lapsed}, ${paged(members)}`,
      total: sql`((${count}) + (
        SELECT count(*) FILTER (WHERE l.is_held) - count(*) FILTER (WHERE l.is_stored) FROM lapsed l
      ))::integer`
    }
  }

  const matching = (): MemberPage => {
    const clauses: Array<Statement.Fragment> = []
    if (email !== undefined) clauses.push(sql`fold_text(m.email) = ${foldText(email)}`)
    if (updatedSince !== undefined) clauses.push(sql`m.updated_at >= ${updatedSince}::timestamptz`)
    if (q !== undefined) {
      const part = partOf(q)
      clauses.push(
        matchesContacts
          ? sql`(m.search_name LIKE ${part} OR m.search_contact LIKE ${part})`
          : sql`m.search_name LIKE ${part}`
      )
    }
    const isIndexed =
      email !== undefined || updatedSince !== undefined || (q !== undefined && foldText(q).length >= indexedLength)
    if (tierId !== undefined) {
      clauses.push(sql`EXISTS (
        SELECT FROM enrolments e CROSS JOIN LATERAL (${currentTier(sql, now)}) held
        WHERE e.member_id = m.id AND e.status = 'active' AND held.xid = ${tierId}
          AND ${isOfOrganization("e.organization_id")}
      )`)
    }
    if (programId !== undefined) clauses.push(isInProgram(programId, "m.id"))
    const linked =
      whole === undefined
        ? sql`SELECT DISTINCT l.member_id FROM ${linksInScope}`
        : sql`SELECT l.member_id FROM member_links l WHERE l.organization_id = ${whole} AND l.property_id = 0`
    // With an index the matches are looked up in the links. As a join the planner prefers to read every linked member,
    // which without an index is the better way.
    const hits = isIndexed
      ? sql`
        found AS MATERIALIZED (SELECT m.id, m.xid FROM members m WHERE ${sql.and(clauses)}),
        hit AS MATERIALIZED (
          SELECT m.id, m.xid FROM found m WHERE (SELECT ${isLinkedTo(sql, sql.literal("scope"))})
        )`
      : sql`
        hit AS MATERIALIZED (
          SELECT m.id, m.xid FROM (${linked}) l JOIN members m ON m.id = l.member_id WHERE ${sql.and(clauses)}
        )`
    return {
      total: sql`(SELECT count(*)::integer FROM hit)`,
      page: sql`${hits}, page AS (SELECT hit.id FROM hit ORDER BY hit.xid LIMIT ${limit} OFFSET ${offset})`
    }
  }

  const isSearch = q !== undefined || email !== undefined || updatedSince !== undefined
  const isOfEnrolment = tierId !== undefined || programId !== undefined
  if (!isSearch && !isOfEnrolment) return everyone()
  if (!isSearch && whole !== undefined && whole === wholeScope(reach)) return enrolled()
  return matching()
}
