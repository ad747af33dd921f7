/** Columns and order of the list of teammates. Binaries of the previous release insert operators without them. */
export const teammates: ReadonlyArray<string> = [
  `ALTER TABLE operators
    ADD COLUMN role text NOT NULL DEFAULT 'operator' CHECK (role <> ''),
    ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now()`,
  `CREATE INDEX operators_by_name ON operators (organization_id, name COLLATE "C", identity_subject)`
]
