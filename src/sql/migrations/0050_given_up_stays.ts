/**
 * Stays that were finalised without points for lack of a member or spend: their zero is final, while that of a stay whose
 * rules awarded nothing can be corrected (DOMAIN 6.1). So far only the audit log told them apart.
 */
export const givenUpStays: ReadonlyArray<string> = [
  `ALTER TABLE reservations
    ADD COLUMN given_up boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT reservations_given_up_check CHECK (NOT given_up OR finalized_at IS NOT NULL AND total_points = 0)`,
  `UPDATE reservations r SET given_up = true
    FROM audit_log l
    WHERE l.action = 'reservation.finalised_without_points' AND l.organization_id = r.organization_id
      AND l.subject = 'reservation:' || r.external_id AND r.finalized_at IS NOT NULL AND r.total_points = 0`
]
