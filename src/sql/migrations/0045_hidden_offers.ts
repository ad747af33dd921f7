/**
 * Offers of hidden venues are left out of lists (PUB-018): the venue of an offer is in the indexes of the lists, and the
 * few hidden venues are found without reading the others.
 */
export const hiddenOffers: ReadonlyArray<string> = [
  `CREATE INDEX properties_hidden ON properties (id) WHERE status = 'hidden'`,
  `DROP INDEX offers_listed`,
  `CREATE INDEX offers_listed ON offers (points_required, xid) INCLUDE (valid_until, property_id)
    WHERE status = 'published'`,
  `DROP INDEX offers_by_category`,
  `CREATE INDEX offers_by_category ON offers (category_id, points_required, xid) INCLUDE (valid_until, property_id)
    WHERE status = 'published'`
]
