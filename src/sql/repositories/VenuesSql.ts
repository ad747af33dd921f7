import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { ReachableVenue } from "../../domain/venues/ReachableVenue.ts"
import type { Venues } from "../../domain/venues/Venues.ts"
import { withinReach } from "../fragments/withinReach.ts"

/** Venues in this database. */
export const makeVenuesSql: Effect.Effect<Venues["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const selectWithin = SqlSchema.findAll({
    Request: Reach,
    Result: ReachableVenue,
    execute: (reach) => sql`
      SELECT p.document_id AS id, p.name, b.document_id AS "brandId", p.timezone
      FROM properties p
      JOIN brands b ON b.organization_id = p.organization_id AND b.id = p.brand_id
      WHERE ${withinReach(sql, reach, "p.organization_id", "p.id")}
      ORDER BY p.name COLLATE "C", p.document_id`
  })

  const selectByDocumentId = SqlSchema.findAll({
    Request: Schema.Struct({ reach: Reach, documentIds: Schema.Array(Schema.String) }),
    Result: Schema.Struct({ id: VenueId, documentId: Schema.String, organizationId: OrganizationId }),
    execute: ({ documentIds, reach }) => sql`
      SELECT p.id, p.document_id AS "documentId", p.organization_id AS "organizationId" FROM properties p
      WHERE p.document_id = ANY(${documentIds}::text[]) AND ${withinReach(sql, reach, "p.organization_id", "p.id")}`
  })

  return {
    list: (reach: Reach) => Effect.orDie(selectWithin(reach)),
    listByDocumentId: (reach: Reach, documentIds: ReadonlyArray<string>) =>
      Effect.orDie(selectByDocumentId({ reach, documentIds }))
  }
})
