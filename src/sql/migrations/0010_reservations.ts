/**
 * The guest's name from the PMS (MEM-113), and indexes for members and finalisation. Confirmation codes compare
 * case-insensitively, because guests type them.
 */
export const reservations: ReadonlyArray<string> = [
  `ALTER TABLE reservations
    ADD COLUMN guest_last_name text,
    ADD COLUMN guest_email text`,
  `DROP INDEX reservations_by_member`,
  `CREATE INDEX reservations_of_member ON reservations (member_id, created_at, id) INCLUDE (status, check_in, check_out)
    WHERE member_id IS NOT NULL`,
  `CREATE INDEX reservations_of_member_by_id ON reservations (member_id, external_id) WHERE member_id IS NOT NULL`,
  `CREATE INDEX reservations_by_confirmation ON reservations (upper(confirmation_code))
    WHERE confirmation_code IS NOT NULL`,
  `DROP INDEX reservations_unfinalized`,
  `CREATE INDEX reservations_to_finalise ON reservations (check_out, id)
    WHERE finalized_at IS NULL AND member_id IS NOT NULL AND spend_minor IS NOT NULL
      AND status NOT IN ('inquiry', 'cancelled') AND pms_status IS DISTINCT FROM 'no_show'`,
  `CREATE INDEX reservations_to_settle ON reservations (check_out, id)
    WHERE finalized_at IS NULL AND (member_id IS NULL OR spend_minor IS NULL)
      AND status NOT IN ('inquiry', 'cancelled') AND pms_status IS DISTINCT FROM 'no_show'`,
  `CREATE INDEX enrolments_ended ON enrolments (tier_expires_at)
    WHERE status = 'active' AND tier_expires_at IS NOT NULL`,
  `CREATE INDEX members_closed ON members (closed_at) WHERE status = 'closed'`,
  `CREATE INDEX wallet_entries_by_corrected_stay ON wallet_entries (reservation_id)
    WHERE correction_id IS NOT NULL AND reservation_id IS NOT NULL`
]
