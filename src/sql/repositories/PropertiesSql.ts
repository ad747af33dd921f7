import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import type { Properties, PropertyKey } from "../../domain/properties/Properties.ts"
import { Property, PropertyDetails, type VenueId } from "../../domain/properties/Property.ts"
import { PropertyMissing } from "../../domain/properties/PropertyErrors.ts"
import { Timestamp } from "../statements/columns.ts"

const Row = Schema.Struct({
  ...Property.fields,
  updatedAt: Timestamp,
  brandDocumentId: Schema.String,
  brandName: Schema.String,
  brandLogoUrl: Schema.NullOr(Schema.String),
  brandDescription: Schema.NullOr(Schema.String)
})

const branded = ({ brandDescription, brandDocumentId, brandLogoUrl, brandName, ...property }: typeof Row.Type) => ({
  property,
  brand: { documentId: brandDocumentId, name: brandName, logoUrl: brandLogoUrl, description: brandDescription }
})

/** Venues in this database. */
export const makePropertiesSql: Effect.Effect<Properties["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = sql.literal(`
      p.id, p.organization_id AS "organizationId", p.brand_id AS "brandId", p.document_id AS "documentId", p.slug, p.name,
      p.property_type AS "propertyType", p.timezone, p.status, p.description, p.short_description AS "shortDescription",
      p.star_rating AS "starRating", p.guest_rating AS "guestRating", p.review_count AS "reviewCount",
      p.nightly_cost_points AS "nightlyCostPoints", p.max_guests AS "maxGuests",
      p.base_room_category AS "baseRoomCategory", p.street, p.city, p.state, p.country,
      p.postal_code AS "postalCode", p.latitude, p.longitude, p.amenities, p.tags, p.hero, p.gallery, p.policies,
      p.contact, p.updated_at AS "updatedAt",
      b.document_id AS "brandDocumentId", b.name AS "brandName", b.logo_url AS "brandLogoUrl",
      b.description AS "brandDescription"`)

    const publishedWhere = <K>(Request: Schema.Codec<K, K>, condition: (key: K) => Statement.Fragment) =>
      SqlSchema.findOneOption({
        Request,
        Result: Row,
        execute: (key) => sql`
          SELECT ${columns}
          FROM properties p
          JOIN brands b ON b.organization_id = p.organization_id AND b.id = p.brand_id
          WHERE ${condition(key)} AND p.status = 'published'`
      })

    const selectById = publishedWhere(Schema.Int, (id) => sql`p.id = ${id}`)
    const selectByDocumentId = publishedWhere(Schema.String, (documentId) => sql`p.document_id = ${documentId}`)
    const selectBySlug = publishedWhere(Schema.String, (slug) => sql`p.slug = ${slug}`)

    const select = (key: PropertyKey) => {
      switch (key.by) {
        case "id":
          return selectById(key.id)
        case "documentId":
          return selectByDocumentId(key.documentId)
        case "slug":
          return selectBySlug(key.slug)
      }
    }

    const selectDetails = SqlSchema.findOneOption({
      Request: Schema.Int,
      Result: PropertyDetails,
      execute: (propertyId) => sql`
        SELECT
          d.property_id AS "propertyId", d.suggested_places AS "suggestedPlaces", d.key_features AS "keyFeatures",
          d.restaurants
        FROM property_details d
        WHERE d.property_id = ${propertyId}`
    })

    return {
      getPublished: Effect.fnUntraced(function* (key: PropertyKey) {
        const row = yield* Effect.orDie(select(key))
        return Option.isNone(row) ? yield* new PropertyMissing() : branded(row.value)
      }),
      findDetails: (propertyId: VenueId) => Effect.orDie(selectDetails(propertyId))
    }
  }
)
