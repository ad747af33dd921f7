/** The index for the job that creates arrival tasks (DOMAIN 6.2): confirmed stays of members by check-in, then id. */
export const missingArrivals: ReadonlyArray<string> = [
  `CREATE INDEX reservations_arriving ON reservations (check_in, id)
    WHERE status = 'confirmed' AND member_id IS NOT NULL`
]
