import { Schema } from "effect"
import { PropertyHeroImage, PropertyItem } from "../../domain/properties/PropertyItem.ts"
import { omitNull } from "../../domain/shared/omitNull.ts"

const { address, ...fields } = PropertyItem.fields

/** A list item as read from its columns: unknown fields are null. */
export const PropertyItemRow = Schema.Struct({
  ...fields,
  brandName: Schema.String,
  baseRoomCategory: Schema.NullOr(Schema.String),
  guestRating: Schema.NullOr(Schema.Finite),
  address: Schema.Struct({ ...address.fields, state: Schema.NullOr(Schema.String) }),
  heroImage: Schema.NullOr(PropertyHeroImage)
})

/** Copied field by field, because a rest spread costs several times as much. */
export const itemOf = (row: typeof PropertyItemRow.Type): PropertyItem => ({
  id: row.id,
  documentId: row.documentId,
  name: row.name,
  type: row.type,
  brandName: row.brandName,
  nightlyCost: row.nightlyCost,
  maxGuests: row.maxGuests,
  address: {
    city: row.address.city,
    country: row.address.country,
    latitude: row.address.latitude,
    longitude: row.address.longitude,
    ...omitNull({ state: row.address.state })
  },
  amenities: row.amenities,
  tags: row.tags,
  ...omitNull({ baseRoomCategory: row.baseRoomCategory, guestRating: row.guestRating, heroImage: row.heroImage })
})

/** The columns of a list item, for a property `p` with its brand `b` at the nightly cost `cost`. */
export const propertyItemColumnsAt = (cost: string) => `
  p.id, p.document_id AS "documentId", p.name, p.property_type AS type, b.name AS "brandName",
  ${cost} AS "nightlyCost", p.max_guests AS "maxGuests", p.base_room_category AS "baseRoomCategory",
  p.guest_rating AS "guestRating",
  json_build_object(
    'city', p.city, 'state', p.state, 'country', p.country, 'latitude', p.latitude, 'longitude', p.longitude
  ) AS address,
  CASE
    WHEN p.hero IS NOT NULL THEN json_strip_nulls(json_build_object('url', p.hero->'url', 'alt', p.hero->'alt'))
  END AS "heroImage",
  p.amenities, p.tags`

/** Like `propertyItemColumnsAt`, at the property's own price. */
export const propertyItemColumns = propertyItemColumnsAt("p.nightly_cost_points")
