/**
 * Indexes for the Partner API's lists of reservations (PAR-053). The order is check-in, reservations without one last,
 * then external id in binary order, then id: `coalesce` makes it one index range, NULLs included. A list merges one
 * range per status, and per venue for callers that do not reach all venues. With `updated_at` in the indexes, rows that
 * `updatedSince` excludes are skipped without being read. `uuid` is an internal id of stays with another external id
 * (A-37).
 */
export const reservationLists: ReadonlyArray<string> = [
  `ALTER TABLE reservations ADD COLUMN uuid uuid`,
  `ALTER TABLE reservations ADD CONSTRAINT reservations_uuid_key UNIQUE (organization_id, uuid)`,
  `CREATE INDEX reservations_listed
    ON reservations (organization_id, status, coalesce(check_in, 'infinity'::date), external_id, id)
    INCLUDE (check_in, updated_at)`,
  `CREATE INDEX reservations_listed_by_venue
    ON reservations (organization_id, property_id, status, coalesce(check_in, 'infinity'::date), external_id, id)
    INCLUDE (check_in, updated_at)`,
  `CREATE INDEX reservations_by_update ON reservations (organization_id, updated_at)`
]
