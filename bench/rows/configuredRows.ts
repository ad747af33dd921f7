import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { programIds, tierId } from "../../src/demo/demoPrograms.ts"
import { venues } from "../../src/demo/venues.ts"
import { configuredFixtures } from "../fixtures/configuredFixtures.ts"
import { range } from "./rows.ts"

const {
  entitlementBase,
  entitlements,
  organization,
  pageBase,
  pages,
  poolBase,
  poolOf,
  pools,
  programBase,
  programOf,
  programs
} = configuredFixtures

const day = 24 * 3_600_000
const begin = new Date(Date.now() - 300 * day)

/** One entitlement per benefit, every other one limited to two venues. */
const insertEntitlements = SqlClient.SqlClient.use(
  (sql) => sql`
    WITH benefit AS (
      INSERT INTO benefits (
        id, xid, organization_id, name, kind, redemption_type, min_tier_level, scope, created_at, updated_at
      )
      SELECT ${entitlementBase}::integer + n, 'bench-benefit-' || n, ${organization}::integer, 'Perk ' || n, 'dining',
        'direct', 0, 'global', ${begin}::timestamptz, ${begin}::timestamptz
      FROM generate_series(0, ${entitlements}::integer - 1) n
      RETURNING id
    )
    INSERT INTO entitlements (
      xid, organization_id, program_id, tier_id, benefit_id, venue_ids, valid_from, created_at, updated_at
    )
    SELECT 'bench-entitlement-' || b.id, ${organization}::integer, ${programIds.A}::integer, ${tierId("A", 2)}::integer,
      b.id, CASE WHEN b.id % 2 = 0 THEN ARRAY[${venues.V1.id}, ${venues.V2.id}]::integer[] END, '2026-01-01',
      ${begin}::timestamptz, ${begin}::timestamptz
    FROM benefit b ORDER BY b.id`
)

/** Published, half of them with a draft, each with the content of a page of the demo data. */
const insertPages = SqlClient.SqlClient.use(
  (sql) => sql`
    WITH page AS (
      INSERT INTO page_groups (
        id, xid, organization_id, property_id, name, status, published_slug, last_version, created_at, updated_at
      )
      SELECT ${pageBase}::integer + n, 'bench-page-' || n, ${organization}::integer,
        CASE WHEN n % 2 = 0 THEN ${venues.V1.id}::integer END, 'Bench ' || n, 'published', 'bench-page-' || n,
        1 + n % 2, ${begin}::timestamptz, ${begin}::timestamptz
      FROM generate_series(0, ${pages}::integer - 1) n
      RETURNING id, organization_id, published_slug, last_version
    ), model AS (
      SELECT v.* FROM page_versions v
      WHERE v.organization_id = ${organization}::integer AND v.published_at IS NOT NULL ORDER BY v.id LIMIT 1
    )
    INSERT INTO page_versions (
      organization_id, page_group_id, number, title, headline, body, blocks, slug, locale, seo, theme, member_gate,
      created_at, updated_at, published_at
    )
    SELECT p.organization_id, p.id, s.n, m.title, m.headline, m.body, m.blocks, p.published_slug, m.locale, m.seo,
      m.theme, m.member_gate, ${begin}::timestamptz, ${begin}::timestamptz,
      CASE WHEN s.n = 1 THEN ${begin}::timestamptz END
    FROM page p CROSS JOIN model m CROSS JOIN LATERAL generate_series(1, p.last_version) s (n)`
)

/** Drafts with three tiers each. */
const insertPrograms = SqlClient.SqlClient.use((sql) => {
  const numbers = range(0, programs)
  return sql`
    WITH program AS (
      INSERT INTO programs (id, xid, organization_id, name, status)
      SELECT ${programBase}::integer + t.n, t.xid, ${organization}::integer, 'Circle ' || t.n, 'draft'
      FROM unnest(${numbers}::integer[], ${numbers.map(programOf)}::text[]) AS t (n, xid)
      RETURNING id, organization_id
    )
    INSERT INTO tiers (xid, organization_id, program_id, name, level, qualifying_points, multiplier)
    SELECT 'bench-tier-' || p.id - ${programBase}::integer || '-' || level, p.organization_id, p.id, 'Level ' || level,
      level, 100 * (level - 1), 1
    FROM program p CROSS JOIN generate_series(1, 3) level`
})

/** Pools of one offer, empty. */
const insertPools = SqlClient.SqlClient.use((sql) => {
  const numbers = range(0, pools)
  return sql`
    WITH offer AS (
      INSERT INTO offers (
        id, xid, organization_id, name, points_required, redemption_type, status, created_at, updated_at
      )
      VALUES (
        ${poolBase}, 'bench-pooled', ${organization}, 'Voucher', 100, 'externalCode', 'draft', ${begin}, ${begin}
      )
      RETURNING id, organization_id
    )
    INSERT INTO offer_code_pools (id, xid, organization_id, offer_id, name, status, created_at, updated_at)
    SELECT ${poolBase}::integer + t.n, t.xid, o.organization_id, o.id, 'Pool ' || t.n, 'active', ${begin}::timestamptz,
      ${begin}::timestamptz
    FROM offer o CROSS JOIN unnest(${numbers}::integer[], ${numbers.map(poolOf)}::text[]) AS t (n, xid)`
})

/** Partners' configuration: benefits with entitlements, pages, programs with tiers, and pools of codes. */
export const insertConfigured = SqlClient.SqlClient.use((sql) =>
  sql.withTransaction(Effect.all([insertEntitlements, insertPages, insertPrograms, insertPools], { discard: true }))
)
