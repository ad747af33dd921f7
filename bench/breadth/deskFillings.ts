import { countedInsight } from "../../src/sql/migrations/0042_insight_counts.ts"
import { countedLists } from "../../src/sql/migrations/0048_list_counts.ts"
import { breadth, placed } from "./breadth.ts"
import { type Filling, once, rowsOf } from "./filling.ts"

const { arriving, base, claimedOffers, member, memberBase, named, open, organization, searched } = breadth

/** The member of row n; `some` of the rows belong to one member. */
export const memberOf = (some: number) =>
  `CASE WHEN n >= ${open} AND n < ${open + some} THEN ${member} ELSE ${memberBase} + n END`

/** Check-in dates: some in the next days, the others long ago. */
const checkIn = `CASE WHEN n < ${arriving} THEN current_date + n % 3 ELSE date '2018-01-01' + n % 2500 END`

/** The benefits due of a task. */
const due = JSON.stringify([
  { benefitId: "dinner", name: "Dinner", kind: "dining", quantity: 1, howToRedeem: null, redemptionType: "direct" }
])

const linkColumns = "organization_id, property_id, member_xid, member_id"

/** The data of desks: members with their stays, claims, invites, arrivals and insight records. */
export const deskFillings: ReadonlyArray<Filling> = [
  rowsOf(
    "members",
    () => `
    INSERT INTO members (
      id, xid, identity_subject, first_name, last_name, email, phone, status, created_at, updated_at
    )
    SELECT ${memberBase} + n, '0' || lpad((${memberBase} + n)::text, 25, '0'), 'bench-breadth-' || n,
      CASE WHEN n < ${named} THEN initcap('${searched}')
        ELSE (ARRAY['Maria', 'João', 'Anna', 'Ben', 'Chloé', 'Daniel', 'Elena', 'Fritz', 'Gita', 'Hugo', 'Ines'])[1 + n % 11] END,
      (ARRAY['Silva', 'Santos', 'Müller', 'Smith', 'Rossi', 'Novák', 'Dupont', 'García', 'Kim', 'Patel', 'Olsen', 'Costa', 'Weber'])[1 + n % 13]
        || CASE WHEN n % 7 = 0 THEN '-' || chr(65 + n % 26) || 'ara' ELSE '' END,
      'guest' || n || '@example.com', '+3519' || lpad(n::text, 8, '0'), 'active', at, at
    FROM ${placed}`
  ),
  rowsOf(
    "enrolments",
    () => `
    INSERT INTO enrolments (
      organization_id, program_id, member_id, tier_id, tier_expires_at, qualifying_points, status, enrolled_at
    )
    SELECT organization_id, program_id, ${memberBase} + n, tier_id, now() + interval '1 year', 0, 'active', at FROM ${placed}`
  ),
  rowsOf(
    "wallets",
    () => `
    INSERT INTO wallets (member_id, valid_balance, credit_balance, entry_count, activity_count)
    SELECT ${memberBase} + n, 0, 0, 0, 0 FROM ${placed}`
  ),
  rowsOf(
    "reservations",
    ({ some }) => `
    INSERT INTO reservations (
      id, organization_id, property_id, member_id, external_id, status, confirmation_code, check_in, check_out, guest_count,
      spend_minor, currency, base_points, multiplier, total_points, finalized_at, created_at, updated_at
    )
    SELECT ${memberBase} + n, organization_id, property_id, ${memberOf(some)}, 'bench-breadth-' || n,
      CASE WHEN n >= ${arriving} AND n % 7 = 0 THEN 'cancelled' ELSE 'confirmed' END, 'BREADTH' || n, ${checkIn},
      ${checkIn} + 2, 2, 10000, 'EUR', CASE WHEN n >= ${arriving} THEN 100 END, CASE WHEN n >= ${arriving} THEN 1 END,
      CASE WHEN n >= ${arriving} THEN 100 END, CASE WHEN n >= ${arriving} THEN at END, at, at
    FROM ${placed}`
  ),
  rowsOf(
    "fulfillments",
    ({ some }) => `
    INSERT INTO fulfillments (
      id, organization_id, property_id, member_id, offer_id, reservation_id, status, redemption_type, points_charged,
      code_valid, claimed_at, fulfilled_at, cancelled_at, expires_at, updated_at, version
    )
    SELECT md5('bench-breadth-' || n)::uuid, organization_id, property_id, ${memberOf(some)}, ${base} + n % ${claimedOffers},
      CASE WHEN n % 4 = 0 THEN ${memberBase} + n END, status, 'direct', 100, false, at,
      CASE status WHEN 'fulfilled' THEN at END, CASE status WHEN 'cancelled' THEN at END,
      CASE status WHEN 'claimed' THEN now() ELSE at END + interval '1 year', at, 1
    FROM ${placed} CROSS JOIN LATERAL (
      SELECT CASE WHEN n < ${open} THEN 'claimed' WHEN n % 11 = 0 THEN 'cancelled' ELSE 'fulfilled' END AS status
    ) s`
  ),
  rowsOf(
    "guest_invites",
    () => `
    INSERT INTO guest_invites (
      id, organization_id, property_id, email, first_name, last_name, status, token_hash, sent_count, last_sent_at,
      expires_at, created_at, updated_at, search_text
    )
    SELECT ${memberBase} + n, organization_id, property_id, email, 'Anna', 'Guest',
      (ARRAY['sent', 'sent', 'expired', 'revoked'])[1 + n % 4], encode(sha256(email::bytea), 'hex'), 1, at,
      at + interval '30 days', at, at, lower(concat_ws(chr(10), 'Anna Guest', 'Anna', 'Guest', email))
    FROM ${placed} CROSS JOIN LATERAL (
      SELECT CASE WHEN n < ${named} THEN '${searched}' ELSE 'guest' END || n || '@example.com' AS email
    ) e`
  ),
  rowsOf(
    "arrival_tasks",
    ({ some }) => `
    INSERT INTO arrival_tasks (
      xid, organization_id, property_id, reservation_id, member_id, check_in, benefits, status, refreshed_at, created_at
    )
    SELECT 'bench-breadth-' || n, organization_id, property_id, ${memberBase} + n, ${memberOf(some)}, ${checkIn}, '${due}',
      CASE WHEN n < ${arriving} THEN 'open' ELSE 'completed' END, at, at
    FROM ${placed}`
  ),
  rowsOf(
    "guest_intelligence",
    ({ some }) => `
    INSERT INTO guest_intelligence (
      organization_id, hashed_pms_guest_id, pms_guest_id_enc, property_id, reservation_id, member_id, status, social,
      match_confidence, matched_by, enriched_at, created_at, updated_at
    )
    SELECT organization_id, encode(sha256(('bench-' || n)::bytea), 'hex'), 'sealed', property_id, ${memberBase} + n,
      CASE WHEN n % 3 > 0 THEN ${memberOf(some)} END, 'enriched',
      '{"profiles": [], "interests": [], "employer": null, "jobTitle": null, "location": null, "photoUrl": null}',
      n % 100 / 100.0, '{email}', at, at, at
    FROM ${placed}`
  ),
  once("insight_counts", () => "DELETE FROM insight_counts"),
  once("insight_counts", () => countedInsight),
  rowsOf(
    "member_links",
    () => `
    INSERT INTO member_links (${linkColumns})
    SELECT s.organization_id, s.property_id, '0' || lpad((${memberBase} + n)::text, 25, '0'), ${memberBase} + n
    FROM ${placed} CROSS JOIN LATERAL (
      VALUES (0, 0), (t.organization_id, 0), (t.organization_id, t.property_id)
    ) s (organization_id, property_id)`
  ),
  once(
    "member_links",
    () => `
    INSERT INTO member_links (${linkColumns})
    SELECT DISTINCT s.organization_id, s.property_id, '1' || lpad('${member}', 25, '0'), ${member}
    FROM reservations r CROSS JOIN LATERAL (
      VALUES (0, 0), (r.organization_id, 0), (r.organization_id, r.property_id)
    ) s (organization_id, property_id)
    WHERE r.member_id = ${member} AND r.organization_id = ${organization}
    ON CONFLICT DO NOTHING`
  ),
  once("member_counts", () => "DELETE FROM member_counts"),
  once(
    "member_counts",
    () => `
    INSERT INTO member_counts (organization_id, property_id, members)
    SELECT organization_id, property_id, count(*) FROM member_links GROUP BY organization_id, property_id`
  ),
  ...countedLists.flatMap(({ counts, recount }) => recount.map((statement) => once(counts, () => statement)))
]
