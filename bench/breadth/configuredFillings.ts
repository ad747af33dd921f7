import { themeKitUses } from "../../src/sql/migrations/0052_page_theme_kits.ts"
import { breadth, placed } from "./breadth.ts"
import { type Filling, once, rowsOf, someOf } from "./filling.ts"

const { base, claimedOffers, memberBase, organization } = breadth

/** Every fifth code belongs to a pool of another organization; all others to the busy pool. */
const poolOf = (some: number) =>
  `CASE WHEN n % 5 = 0 THEN ${base} + 5 * (n / 5 % ${Math.floor(some / 5)}) ELSE ${base} + 1 END`

const modelOf = (table: string) =>
  `(SELECT d.* FROM ${table} d WHERE d.organization_id = ${organization} ORDER BY d.id LIMIT 1) d`

/** Partners' configuration and its audit log. JSON columns are copied from a row of the demo data. */
export const configuredFillings: ReadonlyArray<Filling> = [
  someOf(
    "offers",
    () => `
    INSERT INTO offers (
      id, xid, organization_id, property_id, name, points_required, redemption_type, status, created_at, updated_at
    )
    SELECT ${base} + n, 'bench-breadth-' || n, organization_id, CASE WHEN n % 2 = 0 THEN property_id END,
      CASE WHEN n < ${claimedOffers} THEN 'Dinner ' ELSE 'Evening ' END || n, 100 + n % 977, 'direct', 'published', at, at
    FROM ${placed}`
  ),
  someOf(
    "programs",
    () => `
    INSERT INTO programs (id, xid, organization_id, name, status)
    SELECT ${base} + n, 'bench-breadth-' || n, organization_id, 'Circle ' || n, 'draft' FROM ${placed}`
  ),
  someOf(
    "tiers",
    () => `
    INSERT INTO tiers (xid, organization_id, program_id, name, level, qualifying_points, multiplier)
    SELECT 'bench-breadth-' || n || '-' || level, organization_id, ${base} + n, 'Level ' || level, level, 100 * level, 1
    FROM ${placed} CROSS JOIN generate_series(1, 3) level`
  ),
  someOf(
    "program_venues",
    () => `
    INSERT INTO program_venues (organization_id, program_id, property_id, joined_at)
    SELECT organization_id, ${base} + n, property_id, at FROM ${placed}`
  ),
  someOf(
    "point_multipliers",
    () => `
    INSERT INTO point_multipliers (
      id, xid, organization_id, property_id, name, multiplier, starts_at, ends_at, stacking
    )
    SELECT ${base} + n, 'bench-breadth-' || n, organization_id, CASE WHEN n % 2 = 0 THEN property_id END, 'Campaign ' || n, 2,
      now() + interval '10 days' - n * interval '6 hours', now() + interval '17 days' - n * interval '6 hours', 'stackable'
    FROM ${placed}`
  ),
  someOf(
    "benefits",
    () => `
    INSERT INTO benefits (
      id, xid, organization_id, name, kind, redemption_type, min_tier_level, scope, created_at, updated_at
    )
    SELECT ${base} + n, 'bench-breadth-' || n, organization_id, CASE WHEN n < ${claimedOffers} THEN 'Dinner ' ELSE 'Perk ' END || n,
      (ARRAY['dining', 'room', 'spa'])[1 + n % 3], 'direct', 0, CASE WHEN n % 3 = 0 THEN 'property' ELSE 'global' END, at, at
    FROM ${placed}`
  ),
  someOf(
    "benefit_venues",
    () => `
    INSERT INTO benefit_venues (organization_id, benefit_id, property_id)
    SELECT organization_id, ${base} + n, property_id FROM ${placed} WHERE n % 3 = 0`
  ),
  someOf(
    "benefit_venue_overrides",
    () => `
    INSERT INTO benefit_venue_overrides (organization_id, benefit_id, property_id, overridden_name, updated_at)
    SELECT organization_id, ${base} + n, property_id, 'Treat ' || n, at FROM ${placed}`
  ),
  someOf(
    "benefit_groups",
    () => `
    INSERT INTO benefit_groups (id, xid, organization_id, document_id, name, created_at, updated_at)
    SELECT ${base} + n, 'bench-breadth-' || n, organization_id, 'bench-breadth-' || n, 'Group ' || n, at, at FROM ${placed}`
  ),
  someOf(
    "benefit_group_items",
    () => `
    INSERT INTO benefit_group_items (organization_id, group_id, benefit_id, position)
    SELECT organization_id, CASE WHEN n < 50 AND n % 5 > 0 THEN ${base} + 1 ELSE ${base} + n END, ${base} + n, n + 1
    FROM ${placed}`
  ),
  someOf(
    "entitlements",
    () => `
    INSERT INTO entitlements (xid, organization_id, program_id, tier_id, benefit_id, created_at, updated_at)
    SELECT 'bench-breadth-' || n, organization_id, program_id, tier_id, ${base} + n, at, at FROM ${placed}`
  ),
  someOf(
    "offer_code_pools",
    () => `
    INSERT INTO offer_code_pools (id, xid, organization_id, offer_id, name, status, created_at, updated_at)
    SELECT ${base} + n, 'bench-breadth-' || n, organization_id, ${base} + n, 'Pool ' || n, 'active', at, at FROM ${placed}`
  ),
  rowsOf(
    "offer_codes",
    ({ some }) => `
    INSERT INTO offer_codes (
      xid, organization_id, pool_id, value_enc, value_hash, status, fulfillment_id, assigned_at, created_at
    )
    SELECT 'bench-breadth-' || n, organization_id, ${poolOf(some)}, 'sealed', md5(n::text),
      CASE WHEN n % 9 = 0 THEN 'available' ELSE 'redeemed' END,
      CASE WHEN n % 9 > 0 THEN md5('bench-breadth-' || n)::uuid END, CASE WHEN n % 9 > 0 THEN at END, at
    FROM ${placed}`
  ),
  once(
    "offer_code_counts",
    () => `
    INSERT INTO offer_code_counts (pool_id, status, codes)
    SELECT c.pool_id, c.status, count(*) FROM offer_codes c WHERE c.pool_id >= ${base} GROUP BY c.pool_id, c.status`
  ),
  someOf(
    "theme_kits",
    () => `
    INSERT INTO theme_kits (
      id, xid, organization_id, name, colors, fonts, border_radius, is_default, version, created_at, updated_at
    )
    SELECT ${base} + n, 'bench-breadth-' || n, t.organization_id, 'Kit ' || n, d.colors, d.fonts, 8, false, 1, at, at
    FROM ${placed} CROSS JOIN ${modelOf("theme_kits")}`
  ),
  someOf(
    "custom_domains",
    () => `
    INSERT INTO custom_domains (
      id, xid, organization_id, hostname, status, certificate_status, verification_token, status_since, verified_at, created_at
    )
    SELECT ${base} + n, 'bench-breadth-' || n, organization_id, 'breadth-' || n || '.example.com', 'verified', 'issued', 'token',
      at, at, at
    FROM ${placed}`
  ),
  someOf(
    "page_groups",
    () => `
    INSERT INTO page_groups (
      id, xid, organization_id, property_id, name, status, published_slug, last_version, created_at, updated_at
    )
    SELECT ${base} + n, 'bench-breadth-' || n, organization_id, CASE WHEN n % 2 = 0 THEN property_id END,
      CASE WHEN n < ${claimedOffers} THEN 'Dinner ' ELSE 'Page ' END || n, 'published', 'breadth-' || n, 3, at, at
    FROM ${placed}`
  ),
  someOf(
    "page_versions",
    () => `
    INSERT INTO page_versions (
      organization_id, page_group_id, number, title, headline, body, blocks, slug, locale, seo, theme, member_gate,
      created_at, updated_at, published_at
    )
    SELECT t.organization_id, ${base} + n, v, d.title, d.headline, d.body, d.blocks, 'breadth-' || n, d.locale, d.seo,
      d.theme || jsonb_build_object('themeKitId', 'bench-breadth-' || (1 + n % 60)), d.member_gate, at, at,
      CASE WHEN v < 3 THEN at END
    FROM ${placed} CROSS JOIN ${modelOf("page_versions")} CROSS JOIN generate_series(1, 3) v`
  ),
  ...themeKitUses.recount.map((statement) => once("page_theme_kits", () => statement)),
  someOf(
    "operators",
    () => `
    INSERT INTO operators (
      id, organization_id, identity_subject, name, email, is_staff, global_scope, all_venues, venue_ids, status, permissions
    )
    SELECT ${base} + n, organization_id, 'bench-breadth-' || n, CASE WHEN n < ${claimedOffers} THEN 'Dinah ' ELSE 'Otto ' END || n,
      'operator' || n || '@example.com', false, false, n % 3 = 0, CASE WHEN n % 3 > 0 THEN ARRAY[property_id] ELSE '{}' END,
      'active', '{}'
    FROM ${placed}`
  ),
  rowsOf(
    "audit_log",
    ({ rows }) => `
    INSERT INTO audit_log (organization_id, actor, action, subject, after, created_at)
    SELECT organization_id, CASE WHEN n >= ${rows - 50} THEN '{"kind": "link", "id": "link-7"}'
        ELSE jsonb_build_object('kind', (ARRAY['member', 'key', 'operator'])[1 + n % 3], 'id', 'actor-' || n % 10) END,
      'member.updated', 'member:' || (${memberBase} + n / 100), '{"name": "Anna"}', at
    FROM ${placed}`
  )
]
