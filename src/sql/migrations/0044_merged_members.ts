/**
 * A merged account names the one that holds its points now: an earlier merge into an account that was merged in turn is
 * followed to its end, as later merges do (DOMAIN 4.5).
 */
export const mergedMembers: ReadonlyArray<string> = [
  `CREATE INDEX members_by_successor ON members (merged_into) WHERE merged_into IS NOT NULL`,
  `WITH RECURSIVE successors AS (
    SELECT m.id, m.merged_into AS successor FROM members m WHERE m.merged_into IS NOT NULL
    UNION
    SELECT s.id, next.merged_into FROM successors s
    JOIN members next ON next.id = s.successor AND next.merged_into IS NOT NULL
  )
  UPDATE members m SET merged_into = s.successor
  FROM successors s JOIN members last ON last.id = s.successor AND last.merged_into IS NULL
  WHERE s.id = m.id AND m.merged_into <> s.successor`
]
