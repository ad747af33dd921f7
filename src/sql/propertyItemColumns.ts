import { Schema } from "effect"
import { PropertyItem } from "../domain/properties/PropertyItem.ts"

const { address, heroImage } = PropertyItem.fields

/** A list item as its columns give it: null for what is not known. */
export const PropertyItemRow = PropertyItem.mapFields((fields) => ({
  ...fields,
  brandName: Schema.toType(fields.brandName),
  baseRoomCategory: Schema.toType(fields.baseRoomCategory),
  guestRating: Schema.toType(fields.guestRating),
  address: Schema.toType(address),
  heroImage: Schema.toType(heroImage)
}))

/** The columns of a list item, of a property `p` with its brand `b`, where a night costs what `cost` says. */
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

/** As above, at the property's own price. */
export const propertyItemColumns = propertyItemColumnsAt("p.nightly_cost_points")
