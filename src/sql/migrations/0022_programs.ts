/**
 * Programs and tiers as partners configure them (DOMAIN 4, 8.3). Until now every venue of an organization took part in
 * each of its programs. Binaries of the previous release insert programs and tiers without the new columns.
 */
export const programs: ReadonlyArray<string> = [
  `ALTER TABLE programs
    ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now()`,
  `ALTER TABLE tiers
    ADD COLUMN color text CHECK (color ~ '^#[0-9a-f]{6}$'),
    ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now()`,
  `CREATE TABLE program_venues (
    organization_id integer NOT NULL,
    program_id integer NOT NULL,
    property_id integer NOT NULL,
    joined_at timestamptz NOT NULL,
    PRIMARY KEY (program_id, property_id),
    CONSTRAINT program_venues_program_fkey FOREIGN KEY (organization_id, program_id)
      REFERENCES programs (organization_id, id),
    CONSTRAINT program_venues_property_fkey FOREIGN KEY (organization_id, property_id)
      REFERENCES properties (organization_id, id)
  )`,
  `INSERT INTO program_venues (organization_id, program_id, property_id, joined_at)
    SELECT pr.organization_id, pr.id, v.id, now()
    FROM programs pr JOIN properties v ON v.organization_id = pr.organization_id`,
  `CREATE INDEX program_venues_by_property ON program_venues (organization_id, property_id)`,
  `CREATE INDEX programs_by_name ON programs (organization_id, name COLLATE "C", xid)`
]
