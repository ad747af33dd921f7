/**
 * Enrolments carry the external id of their member, so that the members of a tier or a program are read from an index in
 * the order of lists (PAR-041). The column is derived: a trigger fills it, and an id of a member never changes.
 */
export const enrolmentsInOrder: ReadonlyArray<string> = [
  `ALTER TABLE enrolments ADD COLUMN member_xid text COLLATE "C"`,
  `COMMENT ON COLUMN enrolments.member_xid IS 'derived'`,
  `UPDATE enrolments e SET member_xid = m.xid FROM members m WHERE m.id = e.member_id`,
  `CREATE FUNCTION copy_member_xid() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.member_xid := (SELECT xid FROM members WHERE id = NEW.member_id);
      RETURN NEW;
    END
  $$`,
  `CREATE TRIGGER enrolments_copy_member_xid BEFORE INSERT OR UPDATE OF member_id ON enrolments
    FOR EACH ROW EXECUTE FUNCTION copy_member_xid()`,
  `DROP INDEX enrolments_by_tier`,
  `CREATE INDEX enrolments_by_tier ON enrolments (tier_id, member_xid) INCLUDE (member_id) WHERE status = 'active'`
]
