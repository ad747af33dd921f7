import type { SqlClient, Statement } from "effect/sql"

/** Orders stays `r` that share an external id: the one at the organization first, then the latest (DOMAIN 6). */
export const preferredStay = (
  sql: SqlClient.SqlClient,
  organizationId: Statement.Fragment | undefined
): Statement.Fragment =>
  organizationId === undefined
    ? sql`r.id DESC`
    : sql`(r.organization_id = ${organizationId}) DESC NULLS LAST, r.id DESC`

/** The organization of the venue with this document id, published or hidden; undefined without a document id. */
export const organizationOfVenue = (
  sql: SqlClient.SqlClient,
  documentId: string | undefined
): Statement.Fragment | undefined =>
  documentId === undefined
    ? undefined
    : sql`(SELECT v.organization_id FROM properties v WHERE v.document_id = ${documentId})`
