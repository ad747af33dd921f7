import { Schema } from "effect"
import { Property } from "./Property.ts"

const Address = Schema.Struct({
  city: Schema.String.annotateKey({ description: "City" }),
  state: Schema.optionalKey(Schema.String).annotateKey({ description: "State or region" }),
  country: Schema.String.annotateKey({ description: "Country, in English" }),
  latitude: Property.fields.latitude.annotateKey({ description: "Degrees north of the equator, WGS 84" }),
  longitude: Property.fields.longitude.annotateKey({ description: "Degrees east of Greenwich, WGS 84" })
}).annotate({ identifier: "PropertyItemAddress" })

export const PropertyHeroImage = Schema.Struct({
  url: Schema.String.annotateKey({ description: "URL of the image" }),
  alt: Schema.optionalKey(Schema.String).annotateKey({
    description: "Alternative text"
  })
}).annotate({ identifier: "PropertyItemImage" })

/**
 * A property as members see it in a list (MEM-024 to MEM-026). `nightlyCost` is in points; unknown fields are absent
 * (A-35).
 */
export const PropertyItem = Schema.Struct({
  id: Property.fields.id.annotateKey({ description: "Numeric id of the property" }),
  documentId: Property.fields.documentId.annotateKey({
    description: "Document id: the property's id on every surface"
  }),
  name: Property.fields.name.annotateKey({ description: "Name of the property" }),
  type: Property.fields.propertyType.annotateKey({ description: "Kind of property; an open set" }),
  brandName: Schema.optionalKey(Schema.String).annotateKey({ description: "Name of its brand" }),
  nightlyCost: Property.fields.nightlyCostPoints.annotate({ description: "Points per night" }),
  maxGuests: Property.fields.maxGuests.annotateKey({ description: "Maximum number of guests in one room" }),
  baseRoomCategory: Schema.optionalKey(Schema.String).annotateKey({ description: "Name of its base room category" }),
  guestRating: Schema.optionalKey(Schema.Finite).annotateKey({ description: "Mean rating by guests, 1 to 5" }),
  address: Address.annotateKey({ description: "Address" }),
  heroImage: Schema.optionalKey(PropertyHeroImage).annotateKey({ description: "A wide image" }),
  amenities: Property.fields.amenities.annotateKey({ description: "Ids of its amenities" }),
  tags: Property.fields.tags.annotateKey({ description: "Ids of its tags" })
}).annotate({ identifier: "PropertyItem" })
export interface PropertyItem extends Schema.Schema.Type<typeof PropertyItem> {}
