import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Brand } from "../../domain/brands/Brand.ts"
import { CorePositionUnknown } from "../../domain/brands/BrandErrors.ts"
import { placeAt, positionOf } from "../../domain/brands/BrandPlace.ts"
import type { BrandsQuery, CoreApi } from "../../domain/brands/CoreApi.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"

const First = Schema.Struct({ organizationId: OrganizationId, rows: Schema.Int })
const Following = Schema.Struct({ ...First.fields, name: Schema.String, documentId: Schema.String })

/** Brands and venues in this database, for a deployment that is its own core. */
export const makeBrandsSql: Effect.Effect<CoreApi["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const columns = sql.literal(`
    b.document_id AS id, b.name, b.slug, b.status, b.logo_url AS "logoUrl",
    coalesce(
      (
        SELECT json_agg(
          json_build_object(
            'id', p.document_id, 'name', p.name, 'slug', p.slug,
            'status', CASE p.status WHEN 'published' THEN 'active' ELSE 'inactive' END,
            'type', p.property_type, 'city', p.city, 'country', p.country, 'timezone', p.timezone
          )
          ORDER BY p.name COLLATE "C", p.document_id
        )
        FROM properties p
        WHERE p.organization_id = b.organization_id AND p.brand_id = b.id
      ),
      '[]'
    ) AS venues,
    b.created_at AS "createdAt", b.updated_at AS "updatedAt"`)

  const selectFirst = SqlSchema.findAll({
    Request: First,
    Result: Brand,
    execute: ({ organizationId, rows }) => sql`
      SELECT ${columns} FROM brands b
      WHERE b.organization_id = ${organizationId}
      ORDER BY b.name, b.document_id LIMIT ${rows}`
  })

  const selectFollowing = SqlSchema.findAll({
    Request: Following,
    Result: Brand,
    execute: ({ documentId, name, organizationId, rows }) => sql`
      SELECT ${columns} FROM brands b
      WHERE b.organization_id = ${organizationId} AND (b.name, b.document_id) > (${name}, ${documentId})
      ORDER BY b.name, b.document_id LIMIT ${rows}`
  })

  return {
    listBrands: Effect.fnUntraced(function* ({ after, limit, organization }: BrandsQuery) {
      const page = { organizationId: organization.id, rows: limit + 1 }
      if (after === undefined) return pageOf(yield* Effect.orDie(selectFirst(page)), limit)
      const place = placeAt(after)
      if (place === undefined) return yield* new CorePositionUnknown()
      return pageOf(yield* Effect.orDie(selectFollowing({ ...page, ...place })), limit)
    })
  }
})

const pageOf = (rows: ReadonlyArray<Brand>, limit: number) => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const next = rows.length > limit && last !== undefined ? positionOf({ documentId: last.id, name: last.name }) : null
  return { items, next }
}
