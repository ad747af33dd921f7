import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { OrganizationId } from "../domain/organizations/Organization.ts"

/** Carries the internal ids of organizations whose pages may look different. */
export const pageChangesChannel = "hub_page_changes"

/** Announces a change of an organization's pages when the transaction at hand commits. */
export const makeAnnouncePageChange = Effect.map(
  SqlClient.SqlClient,
  (sql) => (organizationId: OrganizationId) =>
    Effect.asVoid(Effect.orDie(sql`SELECT pg_notify(${pageChangesChannel}, ${String(organizationId)})`))
)
