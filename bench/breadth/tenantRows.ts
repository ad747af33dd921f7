import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { breadth } from "./breadth.ts"

const { member, organization, otherBase, others, program, tier, venueBase, venues } = breadth

const other = `generate_series(${otherBase}, ${otherBase} + ${others} - 1) n`

const venueColumns = `
  id, organization_id, brand_id, document_id, slug, name, property_type, timezone, status, nightly_cost_points, max_guests,
  city, country, latitude, longitude, updated_at`

const venue = `'bench-venue-' || n, 'bench-venue-' || n, 'Venue ' || n, 'hotel', 'Europe/Lisbon', 'published', 1000, 2,
  'Lisbon', 'Portugal', 38.7, -9.1, now()`

/** The other organizations, every organization's venues, and the member with many rows. */
const statements = [
  `INSERT INTO organizations (id, xid, name, slug, status)
    SELECT n, 'bench-other-' || n, 'Other ' || n, 'bench-other-' || n, 'active' FROM ${other}`,
  `INSERT INTO brands (id, organization_id, document_id, name, slug, status, created_at, updated_at)
    SELECT n, n, 'bench-other-' || n, 'Brand ' || n, 'bench-other-' || n, 'active', now(), now() FROM ${other}`,
  `INSERT INTO properties (${venueColumns}) SELECT n, n, n, ${venue} FROM ${other}`,
  `INSERT INTO properties (${venueColumns})
    SELECT n, ${organization}, (SELECT min(b.id) FROM brands b WHERE b.organization_id = ${organization}), ${venue}
    FROM generate_series(${venueBase}, ${venueBase} + ${venues} - 1) n`,
  `INSERT INTO programs (id, xid, organization_id, name, status)
    SELECT n, 'bench-program-' || n, n, 'Program', 'active' FROM ${other}`,
  `INSERT INTO tiers (id, xid, organization_id, program_id, name, level, qualifying_points, multiplier)
    SELECT n, 'bench-tier-' || n, n, n, 'Blue', 1, 0, 1 FROM ${other}`,
  `INSERT INTO members (id, xid, identity_subject, first_name, last_name, email, status, created_at)
    VALUES (${member}, '1' || lpad('${member}', 25, '0'), 'bench-busy', 'Ada', 'Busy', 'busy@example.com', 'active', now())`,
  `INSERT INTO enrolments (organization_id, program_id, member_id, tier_id, qualifying_points, status, enrolled_at)
    VALUES (${organization}, ${program}, ${member}, ${tier}, 0, 'active', now())`
]

export const insertTenants = SqlClient.SqlClient.use((sql) =>
  sql.withTransaction(Effect.forEach(statements, (text) => sql.unsafe(text), { discard: true }))
)
