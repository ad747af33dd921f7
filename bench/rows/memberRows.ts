import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { categoryIds } from "../../src/demo/offerPlan.ts"
import { programIds, tierId } from "../../src/demo/demoPrograms.ts"
import { venues } from "../../src/demo/venues.ts"
import { memberFixtures } from "../fixtures/memberFixtures.ts"
import { range, withoutTriggers } from "./rows.ts"

const { claimedOffer, claimedPoints, codedOffer, codedOfferId, creditLots, entries, lotPoints, memberBase } =
  memberFixtures
const { members, offerBase, offers, organization, poolId, subjectOf, validLots } = memberFixtures

const day = 24 * 3_600_000

/** The time of the first entry; all entries are in the past. */
const begin = new Date(Date.now() - 30 * day)

/** Far enough ahead that the first lot does not expire during the run. */
const firstEnd = new Date(Date.now() + 15 * day)

const some = 50

/** Members in the second tier of a program. */
const insertAccounts = SqlClient.SqlClient.use(
  (sql) => sql`
    WITH account AS (
      SELECT ${memberBase}::integer + t.n AS id, t.n, t.subject
      FROM unnest(${range(0, members)}::integer[], ${range(0, members).map(subjectOf)}::text[]) AS t (n, subject)
    ), member AS (
      INSERT INTO members (id, xid, identity_subject, first_name, last_name, email, status, created_at)
      SELECT a.id, '0' || lpad(a.id::text, 25, '0'), a.subject, 'Member', a.n::text, a.subject || '@example.com', 'active',
        ${begin}
      FROM account a
    )
    INSERT INTO enrolments (
      organization_id, program_id, member_id, tier_id, tier_expires_at, qualifying_points, status, enrolled_at
    )
    SELECT ${organization}::integer, ${programIds.A}::integer, a.id, ${tierId("A", 2)}::integer, ${firstEnd}, 1800, 'active',
      ${begin}
    FROM account a`
)

/**
 * Consistent wallets: entries that left a lot first, then pairs of a credit and the debit that used it up. Each entry
 * has its activity item.
 */
const insertWallets = SqlClient.SqlClient.use((sql) => {
  const openLots = validLots + creditLots
  return sql`
    WITH entry AS (
      SELECT m.id AS member_id, n,
        '0' || lpad(m.id::text, 13, '0') || lpad(n::text, 12, '0') AS id,
        '1' || lpad(m.id::text, 13, '0') || lpad((CASE WHEN is_debit THEN n - 1 ELSE n END)::text, 12, '0') AS lot_id,
        CASE WHEN n BETWEEN ${validLots}::integer AND ${openLots}::integer - 1 THEN 'CREDIT' ELSE 'VALID' END AS asset,
        CASE WHEN n < ${openLots}::integer THEN ${lotPoints}::integer WHEN is_debit THEN ${-some}::integer
          ELSE ${some}::integer END AS points,
        CASE WHEN n < ${openLots}::integer THEN ${lotPoints}::integer ELSE 0 END AS remaining,
        CASE WHEN n < ${validLots}::integer THEN ${firstEnd}::timestamptz + n * interval '15 days'
          WHEN n < ${openLots}::integer THEN NULL ELSE ${firstEnd}::timestamptz + interval '1 year' END AS expires_at,
        ${begin}::timestamptz + n * interval '3 hours' AS created_at, is_debit
      FROM generate_series(0, ${entries}::integer - 1) n
      CROSS JOIN LATERAL (SELECT n >= ${openLots}::integer AND (n - ${openLots}::integer) % 2 = 1 AS is_debit) d
      CROSS JOIN unnest(${range(memberBase, memberBase + members)}::integer[]) AS m (id)
    ), written AS (
      INSERT INTO wallet_entries (
        id, member_id, group_id, type, asset, points, movements, description, source_type, source_id, metadata, created_at
      )
      SELECT id, member_id, id, 'ADJUST', asset, points,
        jsonb_build_array(jsonb_build_object('lotId', lot_id, 'points', points)), 'Correction ' || n, 'adjustment',
        'bench-' || n,
        jsonb_build_object('direction', CASE WHEN points > 0 THEN 'CREDIT' ELSE 'DEBIT' END, 'reason', 'correction'),
        created_at
      FROM entry
    ), lot AS (
      INSERT INTO wallet_lots (id, member_id, asset, original, remaining, expires_at, source_entry_id, created_at)
      SELECT lot_id, member_id, asset, points, remaining, expires_at, id, created_at FROM entry WHERE NOT is_debit
    ), activity AS (
      INSERT INTO wallet_activity (
        id, member_id, type, amount, asset, status, description, source_type, source_id, entry_id, created_at
      )
      SELECT id, member_id, 'adjustment', points, asset, 'completed', 'Correction ' || n, 'adjustment', 'bench-' || n, id,
        created_at
      FROM entry
    )
    INSERT INTO wallets (
      member_id, valid_balance, credit_balance, next_expiry_at, moved_at, entry_count, activity_count
    )
    SELECT member_id, sum(points) FILTER (WHERE asset = 'VALID'), sum(points) FILTER (WHERE asset = 'CREDIT'),
      min(expires_at) FILTER (WHERE remaining > 0), max(created_at), count(*), count(*)
    FROM entry GROUP BY member_id`
})

/** Offers with every optional field; some are not for the members, some belong to a venue. */
const insertOffers = SqlClient.SqlClient.use(
  (sql) => sql`
    INSERT INTO offers (
      id, xid, organization_id, property_id, category_id, name, short_description, description, points_required,
      retail_value, discount_amount, discount_type, redemption_type, requires_stay, check_in_window,
      disable_before_check_in_hours, min_tier_level, hero_image_url, card_image_url, how_to_redeem,
      terms_and_conditions, rules, valid_until, status, created_at, updated_at
    )
    SELECT ${offerBase}::integer + n, 'bench-offer-' || n, ${organization}::integer,
      CASE WHEN n % 3 = 0 THEN ${venues.V1.id}::integer END, ${categoryIds.Dining}::integer + n % 4, 'Offer ' || n,
      'A table by the window', 'Dinner for two with a view of the river, with wine and dessert', 100 + 10 * n, 80.50,
      CASE WHEN n % 4 = 0 THEN 20 END, CASE WHEN n % 4 = 0 THEN 'percentage' END, 'direct', n % 7 = 0,
      CASE WHEN n % 5 = 0 THEN jsonb_build_object('from', '2020-01-01', 'to', '2090-12-31') END,
      CASE WHEN n % 6 = 0 THEN 24 END, CASE WHEN n % 8 = 0 THEN 3 ELSE 0 END,
      'https://images.example.com/offers/hero-' || n || '.jpg', 'https://images.example.com/offers/card-' || n || '.jpg',
      'Show the code at the restaurant', 'Not together with other offers. Drinks that are not named are extra.',
      'One for each stay', CASE WHEN n % 2 = 0 THEN ${firstEnd}::timestamptz + interval '1 year' END, 'published', ${begin},
      ${begin}
    FROM generate_series(1, ${offers}::integer) n`
)

const insertClaimed = SqlClient.SqlClient.use(
  (sql) => sql`
    INSERT INTO offers (
      id, xid, organization_id, name, points_required, redemption_type, status, created_at, updated_at
    )
    VALUES (
      ${offerBase}, ${claimedOffer}, ${organization}, 'Offer that is claimed', ${claimedPoints}, 'direct', 'published',
      ${begin}, ${begin}
    )`
)

/** The coded offer, with an empty pool. */
const insertCoded = SqlClient.SqlClient.use(
  (sql) => sql`
    WITH offer AS (
      INSERT INTO offers (
        id, xid, organization_id, name, points_required, redemption_type, status, created_at, updated_at
      )
      VALUES (
        ${codedOfferId}, ${codedOffer}, ${organization}, 'Voucher that is claimed', ${claimedPoints}, 'externalCode',
        'published', ${begin}, ${begin}
      )
      RETURNING id, organization_id
    )
    INSERT INTO offer_code_pools (id, xid, organization_id, offer_id, name, status, created_at, updated_at)
    SELECT ${poolId}::integer, 'bench-pool-claimed', o.organization_id, o.id, 'Pool', 'active', ${begin}::timestamptz,
      ${begin}::timestamptz
    FROM offer o`
)

/** Members with their wallets, and the offers they can claim. */
export const insertMembers = withoutTriggers(
  Effect.all([insertAccounts, insertWallets, insertOffers, insertClaimed, insertCoded], { discard: true })
)
