/** A property `table` as a `VenueSummary`. */
export const venueObject = (table: string) => `json_build_object(
  'id', ${table}.id, 'organizationId', ${table}.organization_id, 'documentId', ${table}.document_id,
  'name', ${table}.name, 'timezone', ${table}.timezone
)`
