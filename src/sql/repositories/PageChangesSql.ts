import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"

/** The channel that announces page changes; the payload is the internal id of the organization. */
export const pageChangesChannel = "hub_page_changes"

/** Announces a change of an organization's pages when the current transaction commits. */
export const makeAnnouncePageChange = Effect.map(
  SqlClient.SqlClient,
  (sql) => (organizationId: OrganizationId) =>
    Effect.asVoid(Effect.orDie(sql`SELECT pg_notify(${pageChangesChannel}, ${String(organizationId)})`))
)
