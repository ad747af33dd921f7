/** The successor of a rotated key, by external id: such a key is not rotated again (PAR-100). */
export const keySuccessors: ReadonlyArray<string> = [
  `ALTER TABLE api_keys ADD COLUMN replaced_by text COLLATE "C"`,
  `UPDATE api_keys k SET replaced_by = next.xid
    FROM audit_log l JOIN api_keys next ON l.subject = 'api_key:' || next.xid
    WHERE l.action = 'api_key.rotated' AND l.after ->> 'replaces' = k.xid`
]
