import { breadth, placed } from "./breadth.ts"
import { memberOf } from "./deskFillings.ts"
import { type Filling, once, rowsOf } from "./filling.ts"

const { member, memberBase, venueBase, venues } = breadth

/** The personal data of members; the wallet of the busy member comes last, with its counts. */
export const personalFillings: ReadonlyArray<Filling> = [
  rowsOf(
    "wallet_entries",
    ({ some }) => `
    INSERT INTO wallet_entries (
      id, member_id, group_id, type, asset, points, movements, description, source_type, source_id, metadata, created_at
    )
    SELECT '2' || lpad(n::text, 25, '0'), ${memberOf(some)}, '2' || lpad(n::text, 25, '0'), 'ADJUST', 'VALID', 50, '[]',
      'Correction ' || n, 'adjustment', 'bench-breadth-' || n, '{"direction": "CREDIT", "reason": "correction"}', at
    FROM ${placed}`
  ),
  rowsOf(
    "wallet_activity",
    ({ some }) => `
    INSERT INTO wallet_activity (
      id, member_id, type, amount, asset, status, description, source_type, source_id, entry_id, created_at
    )
    SELECT '2' || lpad(n::text, 25, '0'), ${memberOf(some)}, 'adjustment', 50, 'VALID', 'completed', 'Correction ' || n,
      'adjustment', 'bench-breadth-' || n, '2' || lpad(n::text, 25, '0'), at
    FROM ${placed}`
  ),
  rowsOf(
    "notifications",
    ({ some }) => `
    INSERT INTO notifications (member_id, type, title, message, is_wallet, read_at, created_at, updated_at)
    SELECT ${memberOf(some)}, 'system', 'Welcome', 'Have a pleasant stay', false, CASE WHEN n % 10 > 0 THEN at END, at, at
    FROM ${placed}`
  ),
  rowsOf(
    "favorites",
    () => `
    INSERT INTO favorites (member_id, property_id, created_at)
    SELECT CASE WHEN n < ${venues} THEN ${member} ELSE ${memberBase} + n END, ${venueBase} + n % ${venues}, at FROM ${placed}`
  ),
  once(
    "wallets",
    ({ some }) => `
    INSERT INTO wallets (member_id, valid_balance, credit_balance, entry_count, activity_count)
    VALUES (${member}, 50 * ${some}, 0, ${some}, ${some})`
  )
]
