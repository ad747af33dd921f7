/**
 * Locking a wallet also returns whether its account is closed, so that a claim needs no second check when it is
 * written.
 */
export const lockedWallets: ReadonlyArray<string> = [
  `DROP FUNCTION lock_wallet(integer)`,
  `CREATE FUNCTION lock_wallet(of_member integer)
    RETURNS TABLE (
      moved_at timestamptz, is_closed boolean, id text, asset text, original integer, remaining integer,
      expires_at timestamptz, source_entry_id text, created_at timestamptz
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
        SELECT moved, m.status = 'closed', l.id, l.asset, l.original, l.remaining, l.expires_at, l.source_entry_id,
          l.created_at
        FROM members m LEFT JOIN wallet_lots l ON l.member_id = of_member AND l.remaining > 0
        WHERE m.id = of_member
        ORDER BY l.expires_at, l.id;
    END
  $$`
]
