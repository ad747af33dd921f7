import type { FastifyInstance } from "fastify"
import { statements } from "../statements/statements.ts"
import { open, seal } from "./cursors.ts"
import type { Database } from "./database.ts"
import { callerWith } from "./hubAccess.ts"
import { Problem } from "./Problem.ts"
import { list, nullableText, record, text, time } from "./wire.ts"

interface BrandRow {
  readonly id: string
  readonly name: string
}

const status = { type: "string", enum: ["active", "inactive"] } as const

const page = record({
  items: list(
    record({
      id: text,
      name: text,
      slug: text,
      status,
      logoUrl: nullableText,
      venues: list(
        record({ id: text, name: text, slug: text, status, type: text, city: text, country: text, timezone: text })
      ),
      createdAt: time,
      updatedAt: time
    })
  ),
  nextCursor: nullableText
})

/** Only first pages are measured, so of paging only the cursor's validation is implemented. */
export const brands = (app: FastifyInstance, database: Database) => {
  app.get<{ Querystring: { readonly limit: number; readonly cursor?: string } }>(
    "/brands",
    {
      schema: {
        querystring: {
          type: "object",
          properties: {
            limit: { type: "integer", minimum: 1, maximum: 100, default: 25 },
            cursor: { type: "string", minLength: 1, maxLength: 512 }
          }
        },
        response: { 200: page }
      }
    },
    async (request) => {
      const { organization } = callerWith(request, "hub:api:brands:read")
      const { cursor, limit } = request.query
      const binding = `brands ${organization.id}`
      if (cursor !== undefined && open(binding, cursor) === undefined) {
        throw new Problem(400, "invalid_cursor", "The cursor is not valid")
      }
      const rows = await database.rows<BrandRow>(undefined, statements.brands, {
        organizationId: organization.id,
        rows: limit + 1
      })
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      return {
        items,
        nextCursor: rows.length > limit && last !== undefined ? seal(binding, `${last.id}\0${last.name}`) : null
      }
    }
  )
}
