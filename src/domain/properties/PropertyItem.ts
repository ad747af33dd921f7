import { Schema } from "effect"
import { Property } from "./Property.ts"

const Address = Schema.Struct({
  city: Schema.String,
  state: Schema.optionalKey(Schema.String),
  country: Schema.String,
  latitude: Property.fields.latitude,
  longitude: Property.fields.longitude
}).annotate({ identifier: "PropertyItemAddress" })

export const PropertyHeroImage = Schema.Struct({
  url: Schema.String,
  alt: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "PropertyItemImage" })

/**
 * A property as members see it in a list (MEM-024 to MEM-026). `nightlyCost` is in points; unknown fields are absent
 * (A-35).
 */
export const PropertyItem = Schema.Struct({
  id: Property.fields.id,
  documentId: Property.fields.documentId,
  name: Property.fields.name,
  type: Property.fields.propertyType,
  brandName: Schema.optionalKey(Schema.String),
  nightlyCost: Property.fields.nightlyCostPoints.annotate({ description: "Points per night" }),
  maxGuests: Property.fields.maxGuests,
  baseRoomCategory: Schema.optionalKey(Schema.String),
  guestRating: Schema.optionalKey(Schema.Finite),
  address: Address,
  heroImage: Schema.optionalKey(PropertyHeroImage),
  amenities: Property.fields.amenities,
  tags: Property.fields.tags
}).annotate({ identifier: "PropertyItem" })
export interface PropertyItem extends Schema.Schema.Type<typeof PropertyItem> {}
