/**
 * Confirmation codes compare ignoring ASCII case only, like e-mail addresses: the case of other letters depends on the
 * locale of the database.
 */
export const confirmationCodes: ReadonlyArray<string> = [
  `DROP INDEX reservations_by_confirmation`,
  `CREATE INDEX reservations_by_confirmation ON reservations (upper(confirmation_code COLLATE "C"))
    WHERE confirmation_code IS NOT NULL`
]
