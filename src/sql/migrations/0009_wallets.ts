/**
 * The time of a wallet's last move, and a function that locks it. A statement sees only what was committed before it
 * began, so after waiting for a lock it would read stale lots; each statement inside a function has its own snapshot.
 * One call therefore locks the wallet and returns its current lots.
 */
export const wallets: ReadonlyArray<string> = [
  `ALTER TABLE wallets ADD COLUMN moved_at timestamptz`,
  `CREATE FUNCTION lock_wallet(of_member integer)
    RETURNS TABLE (
      moved_at timestamptz, id text, asset text, original integer, remaining integer, expires_at timestamptz,
      source_entry_id text, created_at timestamptz
    ) LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      moved timestamptz;
    BEGIN
      SELECT w.moved_at INTO moved FROM wallets w WHERE w.member_id = of_member FOR UPDATE;
      IF NOT FOUND THEN
        INSERT INTO wallets (member_id, valid_balance, credit_balance, entry_count, activity_count)
          VALUES (of_member, 0, 0, 0, 0) ON CONFLICT DO NOTHING;
        SELECT w.moved_at INTO moved FROM wallets w WHERE w.member_id = of_member FOR UPDATE;
      END IF;
      RETURN QUERY
        SELECT moved, l.id, l.asset, l.original, l.remaining, l.expires_at, l.source_entry_id, l.created_at
        FROM (SELECT) wallet LEFT JOIN wallet_lots l ON l.member_id = of_member AND l.remaining > 0
        ORDER BY l.expires_at, l.id;
    END
  $$`
]
