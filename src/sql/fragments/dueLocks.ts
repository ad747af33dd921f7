import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { pipelined } from "../statements/pipelined.ts"

/** The class of the advisory locks of the benefits due on arrival in an organization. */
const dueLocks = 46

/**
 * Shared locks on the benefits due in organizations, until the transaction ends: a change of them waits until the tasks
 * that are created from them are committed, so that its rebuild finds them.
 */
export const lockDueShared = (sql: SqlClient.SqlClient) =>
  pipelined(
    sql,
    (organizationIds: ReadonlyArray<OrganizationId>) => sql`
      SELECT FROM unnest(${organizationIds}::integer[]) o (id), pg_advisory_xact_lock_shared(${dueLocks}::integer, o.id)`
  )

/** The exclusive lock on the benefits due in an organization, for a change of them, until the transaction ends. */
export const lockDue = (sql: SqlClient.SqlClient) =>
  pipelined(
    sql,
    (organizationId: OrganizationId) => sql`
      SELECT FROM pg_advisory_xact_lock(${dueLocks}::integer, ${organizationId}::integer)`
  )
