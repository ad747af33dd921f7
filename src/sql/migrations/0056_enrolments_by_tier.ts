/**
 * Ended enrolments are in the index as well, from which it is read whether a tier is in use: by its removal, under
 * locks, and by the foreign key. Lists of the members of a tier still read the active ones in their order (PAR-041).
 */
export const enrolmentsByTier: ReadonlyArray<string> = [
  `DROP INDEX enrolments_by_tier`,
  `CREATE INDEX enrolments_by_tier ON enrolments (tier_id, status, member_xid) INCLUDE (member_id)`
]
