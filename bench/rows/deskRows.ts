import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { programIds, tierId } from "../../src/demo/demoPrograms.ts"
import { venues } from "../../src/demo/venues.ts"
import { deskFixtures } from "../fixtures/deskFixtures.ts"

const { fulfillments, memberBase, members, named, offerBase, offers, open } = deskFixtures
const { organization, reservationBase, reservations, searched } = deskFixtures

const day = 24 * 3_600_000
const begin = new Date(Date.now() - 300 * day)

/** Members in the second tier of a program; the first of them have the searched name. */
const insertMembers = SqlClient.SqlClient.use(
  (sql) => sql`
    WITH member AS (
      INSERT INTO members (id, xid, identity_subject, first_name, last_name, email, status, created_at, updated_at)
      SELECT ${memberBase}::integer + n, '0' || lpad((${memberBase}::integer + n)::text, 25, '0'), 'bench-desk-' || n,
        CASE WHEN n < ${named}::integer THEN initcap(${searched}) ELSE 'Anna' END, 'Guest ' || n,
        'bench-desk-' || n || '@example.com', 'active', ${begin}::timestamptz, ${begin}::timestamptz
      FROM generate_series(0, ${members}::integer - 1) n
      RETURNING id
    ), enrolment AS (
      INSERT INTO enrolments (
        organization_id, program_id, member_id, tier_id, qualifying_points, status, enrolled_at
      )
      SELECT ${organization}::integer, ${programIds.A}::integer, m.id, ${tierId("A", 2)}::integer, 1800, 'active',
        ${begin}::timestamptz
      FROM member m
    )
    INSERT INTO wallets (member_id, valid_balance, credit_balance, entry_count, activity_count)
    SELECT m.id, 0, 0, 0, 0 FROM member m`
)

const insertOffers = SqlClient.SqlClient.use(
  (sql) => sql`
    INSERT INTO offers (
      id, xid, organization_id, name, points_required, redemption_type, status, created_at, updated_at
    )
    SELECT ${offerBase}::integer + n, 'bench-desk-offer-' || n, ${organization}::integer, 'Dinner ' || n, 100, 'direct',
      'draft', ${begin}::timestamptz, ${begin}::timestamptz
    FROM generate_series(0, ${offers}::integer - 1) n`
)

/** Long ago, so that they are on the first page. */
const insertReservations = SqlClient.SqlClient.use(
  (sql) => sql`
    INSERT INTO reservations (
      id, organization_id, property_id, member_id, external_id, status, confirmation_code, check_in, check_out,
      guest_count, created_at, updated_at
    )
    SELECT ${reservationBase}::integer + n, ${organization}::integer, ${venues.V1.id}::integer + n % 3,
      ${memberBase}::integer + n % ${members}::integer, 'bench-stay-' || n, 'confirmed', 'STAY' || n,
      date '2020-01-01' + n % 300, date '2020-01-03' + n % 300, 2, ${begin}::timestamptz, ${begin}::timestamptz
    FROM generate_series(0, ${reservations}::integer - 1) n`
)

const insertFulfillments = SqlClient.SqlClient.use(
  (sql) => sql`
    INSERT INTO fulfillments (
      id, organization_id, property_id, member_id, offer_id, reservation_id, status, redemption_type, points_charged,
      code_valid, claimed_at, fulfilled_at, expires_at, updated_at, version
    )
    SELECT md5('bench-desk-' || n)::uuid, ${organization}::integer, ${venues.V1.id}::integer,
      ${memberBase}::integer + n % ${members}::integer, ${offerBase}::integer + n % ${offers}::integer,
      CASE WHEN n % 4 = 0 THEN ${reservationBase}::integer + 3 * (n % 500) END,
      CASE WHEN is_open THEN 'claimed' ELSE 'fulfilled' END, 'direct', 100, false, at,
      CASE WHEN NOT is_open THEN at END, at + interval '1 year', at, 1
    FROM (
      SELECT n, n < ${open}::integer AS is_open, ${begin}::timestamptz + n * interval '1 minute' AS at
      FROM generate_series(0, ${fulfillments}::integer - 1) n
    ) t`
)

/** The data of a desk: members, their stays and their claims. Triggers maintain the links of members. */
export const insertDesk = SqlClient.SqlClient.use((sql) =>
  sql.withTransaction(
    Effect.all([insertMembers, insertOffers, insertReservations, insertFulfillments], { discard: true })
  )
)
