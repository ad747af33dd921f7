/** Members `first` to `first + members - 1`, each with `cycles` rounds of four entries plus one entry. */
export interface BulkLedger {
  readonly first: number
  readonly members: number
  readonly cycles: number
}

/** An id of fixed length, so that ids sort by number. */
const id = (kind: string, of: string) => `'${kind}' || lpad(m.id::text, 8, '0') || lpad((${of})::text, 9, '0')`

const at = (minutes: string) => `timestamptz '2016-01-01 00:00:00Z' + (4 * c.n + ${minutes}) * interval '1 minute'`

const claimId = `(lpad(to_hex(m.id), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(c.n), 12, '0'))::uuid`

/**
 * A round: 100 VALID granted, 60 of them charged and refunded, then all expired. The last entry grants 100 that remain.
 */
const kinds = `(VALUES
  (0, 'ADJUST', 100, 'adjustment', 'adjustment', false),
  (1, 'SPEND', -60, 'spend', 'offer', true),
  (2, 'ADJUST', 60, 'adjustment', 'offer', true),
  (3, 'EXPIRE', -100, 'adjustment', 'adjustment', false)
) AS k (n, type, points, activity, source, is_claim)`

/**
 * Statements that write a consistent ledger of millions of entries, on top of the rows of `walletsDataset`. Triggers
 * and foreign keys are disabled meanwhile.
 */
export const bulkLedger = ({ cycles, first, members }: BulkLedger): ReadonlyArray<string> => {
  const all = `generate_series(${first}, ${first + members - 1}) AS m (id)`
  const rounds = `generate_series(0, ${cycles - 1}) AS c (n)`
  const lastly = `(VALUES (${cycles})) AS c (n)`
  const once = "(VALUES (0)) AS k (n)"
  const lots = (of: string, from: string, remaining: number, end: string) => `
    INSERT INTO wallet_lots (id, member_id, asset, original, remaining, expires_at, source_entry_id, created_at)
    SELECT ${id("l", "c.n")}, m.id, 'VALID', 100, ${remaining}, ${end}, ${id("e", "4 * c.n")}, ${at("0")}
    FROM ${of}, ${from} ORDER BY c.n`
  const entries = (from: string, columns: string) => `
    INSERT INTO wallet_entries (
      id, member_id, group_id, type, asset, points, movements, description, source_type, source_id, fulfillment_id,
      correction_id, reverses_entry_id, metadata, created_at
    )
    SELECT ${id("e", "4 * c.n + k.n")}, m.id, ${id("g", "4 * c.n + k.n")}, ${columns}
    FROM ${all}, ${from} ORDER BY c.n`
  const movement = (points: string) =>
    `jsonb_build_array(jsonb_build_object('lotId', ${id("l", "c.n")}, 'points', ${points}))`
  const credited = `'ADJUST', 'VALID', 100, ${movement("100")}, 'Points given', 'adjustment', ${id("c", "c.n")}, NULL,
    ${id("c", "c.n")}, NULL, '{}', ${at("0")}`
  const activity = (from: string, type: string, columns: string) => `
    INSERT INTO wallet_activity (
      id, member_id, type, amount, asset, status, description, source_type, source_id, entry_id, fulfillment_id, created_at
    )
    SELECT ${id("a", "4 * c.n + k.n")}, m.id, ${type}, ${columns}
    FROM ${all}, ${from} ORDER BY c.n`
  return [
    `SET session_replication_role = replica`,
    `INSERT INTO members (id, xid, identity_subject, first_name, last_name, email, status, created_at)
      SELECT m.id, lpad(m.id::text, 26, '0'), 'bulk-' || m.id, 'Member', 'Bulk', 'bulk@example.com', 'active', now()
      FROM ${all} ON CONFLICT DO NOTHING`,
    `INSERT INTO wallets (
        member_id, valid_balance, credit_balance, next_expiry_at, moved_at, entry_count, activity_count
      )
      SELECT m.id, 100, 0, '2100-01-01Z', ${at("0")}, ${4 * cycles + 1}, ${4 * cycles + 1} FROM ${all}, ${lastly}`,
    `INSERT INTO fulfillments (
        id, organization_id, member_id, offer_id, status, redemption_type, points_charged, code_valid, claimed_at,
        cancelled_at, expires_at, updated_at, version
      )
      SELECT ${claimId}, o.organization_id, m.id, o.id, 'cancelled', o.redemption_type, 60, false, ${at("1")}, ${at("2")},
        ${at("100")}, ${at("2")}, 2
      FROM ${all}, ${rounds}, (SELECT * FROM offers ORDER BY id LIMIT 1) o ORDER BY c.n`,
    `INSERT INTO audit_log (organization_id, actor, action, subject, created_at, before, after)
      SELECT NULL, '{"kind": "system", "id": null}', s.status, 'fulfillment:' || ${claimId}, ${at("s.n")}, s.before, s.after
      FROM ${all}, ${rounds}, (VALUES
        (1, 'claimed', NULL, '{"status": "claimed"}'::jsonb),
        (2, 'cancelled', '{"status": "claimed"}'::jsonb, '{"status": "cancelled"}'::jsonb)
      ) AS s (n, status, before, after) ORDER BY c.n, s.n`,
    entries(
      `${rounds}, ${kinds}`,
      `k.type, 'VALID', k.points, ${movement("k.points")}, 'Bulk', k.source, ${id("c", "c.n")},
        CASE WHEN k.is_claim THEN ${claimId} END, CASE WHEN k.n = 0 THEN ${id("c", "c.n")} END,
        CASE WHEN k.n = 2 THEN ${id("e", "4 * c.n + 1")} END, '{}', ${at("k.n")}`
    ),
    entries(`${lastly}, ${once}`, credited),
    lots(all, rounds, 0, at("3")),
    lots(all, lastly, 100, `timestamptz '2100-01-01Z'`),
    activity(
      `${rounds}, ${kinds}`,
      "k.activity",
      `k.points, 'VALID', 'completed', 'Bulk', k.source, ${id("c", "c.n")}, ${id("e", "4 * c.n + k.n")},
        CASE WHEN k.is_claim THEN ${claimId} END, ${at("k.n")}`
    ),
    activity(
      `${lastly}, ${once}`,
      "'adjustment'",
      `100, 'VALID', 'completed', 'Points given', 'adjustment', ${id("c", "c.n")}, ${id("e", "4 * c.n")}, NULL, ${at("0")}`
    ),
    `SET session_replication_role = DEFAULT`
  ]
}
