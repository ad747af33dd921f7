/**
 * Finds a page that was once published under a slug: guests get a different response than for one that never was
 * (A-140).
 */
export const servedPages: ReadonlyArray<string> = [
  `CREATE INDEX page_versions_by_slug ON page_versions (organization_id, slug, published_at) WHERE published_at IS NOT NULL`,
  `CREATE INDEX page_versions_of_group ON page_versions (page_group_id, number) WHERE published_at IS NOT NULL`
]
