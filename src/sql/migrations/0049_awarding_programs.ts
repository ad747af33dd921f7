/**
 * The program whose rules gave a finalised stay its points, so that corrections follow the same rules after its member
 * has moved to another program (DOMAIN 6.1). Stays that are finalised already keep following the member's.
 */
export const awardingPrograms: ReadonlyArray<string> = [
  `ALTER TABLE reservations
    ADD COLUMN program_id integer,
    ADD CONSTRAINT reservations_program_fkey FOREIGN KEY (organization_id, program_id)
      REFERENCES programs (organization_id, id)`
]
