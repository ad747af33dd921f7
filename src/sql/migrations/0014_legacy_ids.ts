/**
 * A stay created after the deprecation of legacy ids gets none (PUB-017). A trigger, because a check constraint cannot
 * read the stay and existing ids still resolve. It fails like a foreign key to a missing stay.
 */
export const legacyIds: ReadonlyArray<string> = [
  `CREATE FUNCTION refuse_new_legacy_id() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM reservations WHERE id = NEW.reservation_id AND created_at >= '2026-01-01T00:00:00Z') THEN
        RAISE EXCEPTION 'reservation % is newer than legacy ids', NEW.reservation_id
          USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'legacy_reservations_reservation_id_fkey';
      END IF;
      RETURN NEW;
    END
  $$`,
  `CREATE TRIGGER legacy_reservations_no_new BEFORE INSERT OR UPDATE ON legacy_reservations
    FOR EACH ROW EXECUTE FUNCTION refuse_new_legacy_id()`
]
