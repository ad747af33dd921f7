import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { pipelined } from "../statements/pipelined.ts"

/** The class of the advisory locks of the benefits due on arrival in an organization. */
const dueLocks = 46

/**
 * Keeps the benefits due in organizations as they are until the transaction ends: a change of them waits until the tasks
 * that are created from them are committed, so that its rebuild finds them.
 */
export const keepDue = (sql: SqlClient.SqlClient) =>
  pipelined(
    sql,
    (organizationIds: ReadonlyArray<OrganizationId>) => sql`
      SELECT FROM unnest(${organizationIds}::integer[]) o (id), pg_advisory_xact_lock_shared(${dueLocks}::integer, o.id)`
  )

/** Claims the benefits due in an organization for a change, until the transaction ends. */
export const claimDue = (sql: SqlClient.SqlClient) =>
  pipelined(
    sql,
    (organizationId: OrganizationId) => sql`
      SELECT FROM pg_advisory_xact_lock(${dueLocks}::integer, ${organizationId}::integer)`
  )
