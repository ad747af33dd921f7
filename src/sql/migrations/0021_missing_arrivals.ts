/**
 * What the job that creates arrival tasks reads stays by (DOMAIN 6.2): those of members that are confirmed, by check-in,
 * then number.
 */
export const missingArrivals: ReadonlyArray<string> = [
  `CREATE INDEX reservations_arriving ON reservations (check_in, id)
    WHERE status = 'confirmed' AND member_id IS NOT NULL`
]
