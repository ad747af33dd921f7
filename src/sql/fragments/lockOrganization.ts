import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"

/**
 * Locks an organization until the transaction ends, in place of rows of it that may not exist yet. Foreign keys to it
 * do not wait.
 */
export const lockOrganization = (sql: SqlClient.SqlClient, organizationId: OrganizationId) =>
  sql`SELECT FROM organizations o WHERE o.id = ${organizationId} FOR NO KEY UPDATE`
