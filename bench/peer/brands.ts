import type { FastifyInstance } from "fastify"
import { selectBrands } from "../statements.ts"
import { open, seal } from "./cursors.ts"
import { type Database, statement } from "./database.ts"
import { callerWith } from "./hubAccess.ts"
import { Problem } from "./Problem.ts"

interface BrandRow {
  readonly id: string
}

const list = statement("brands", selectBrands)

const text = { type: "string" } as const
const time = { type: "string", format: "date-time" } as const
const status = { type: "string", enum: ["active", "inactive"] } as const

const page = {
  type: "object",
  required: ["items", "nextCursor"],
  properties: {
    items: {
      type: "array",
      items: {
        type: "object",
        required: ["id", "name", "slug", "status", "logoUrl", "venues", "createdAt", "updatedAt"],
        properties: {
          id: text,
          name: text,
          slug: text,
          status,
          logoUrl: { type: "string", nullable: true },
          venues: {
            type: "array",
            items: {
              type: "object",
              required: ["id", "name", "slug", "status", "type", "city", "country", "timezone"],
              properties: {
                id: text,
                name: text,
                slug: text,
                status,
                type: text,
                city: text,
                country: text,
                timezone: text
              }
            }
          },
          createdAt: time,
          updatedAt: time
        }
      }
    },
    nextCursor: { type: "string", nullable: true }
  }
} as const

/** Only first pages are measured: how a walk goes on is left out, but for the cursor's check. */
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
      const rows = await database.rows<BrandRow>(undefined, list, [organization.id, limit + 1])
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      return { items, nextCursor: rows.length > limit && last !== undefined ? seal(binding, last.id) : null }
    }
  )
}
