import type { FastifyInstance } from "fastify"
import { configuredStatements } from "../statements/configuredStatements.ts"
import type { Database } from "./database.ts"
import { type Listed, organizationOf, type Page, paging, querystring } from "./partnerParts.ts"
import { flag, list, nullable, nullableText, record, text, time, whole } from "./wire.ts"

const entitlement = record({
  entitlementId: text,
  programId: text,
  tierId: text,
  benefitId: text,
  quantityPerStay: whole,
  venueIds: nullable(list(text)),
  validFrom: nullableText,
  validTo: nullableText,
  active: flag,
  createdAt: time,
  updatedAt: time
})

/** The list of entitlements, without filters. */
export const entitlementRoutes = (app: FastifyInstance, database: Database) => {
  app.get<{ Querystring: Page }>(
    "/loyalty/entitlements",
    { schema: { querystring: querystring({}), response: { 200: record({ items: list(entitlement), ...paging }) } } },
    async (request) => {
      const organizationId = organizationOf(request, "partner:loyalty:benefits:read")
      const { limit, offset } = request.query
      const rows = await database.rows<Listed>(undefined, configuredStatements.entitlements, {
        organizationId,
        limit,
        offset
      })
      const items = rows.filter(({ position }) => position !== null)
      return { items, total: rows[0]?.total ?? 0, limit, offset }
    }
  )
}
