import { Schema } from "effect"
import { Known } from "../shared/Known.ts"
import { Property, PropertyContact, PropertyDetails, PropertyImage, PropertyPolicies } from "./Property.ts"

/** The parts of a property that are shown only when asked for (PUB-003, PUB-004). */
export const PropertySection = Schema.Literals(["suggestedPlaces", "keyFeatures", "restaurants"])
export type PropertySection = typeof PropertySection.Type

const Address = Schema.Struct({
  street: Known(Schema.String),
  city: Schema.String,
  state: Schema.String.annotate({ description: "Empty in countries without states" }),
  country: Schema.String,
  postalCode: Known(Schema.String),
  latitude: Property.fields.latitude,
  longitude: Property.fields.longitude
}).annotate({ identifier: "PublicAddress" })

const Brand = Schema.Struct({
  id: Schema.String.annotate({ description: "Document id: the brand's id on every surface" }),
  name: Schema.String,
  logo: Known(Schema.String),
  description: Known(Schema.String)
}).annotate({ identifier: "PublicBrand" })

/** A property as anyone may see it (PUB-006 to PUB-009). What is not known is left out of the answer. */
export const PublicProperty = Schema.Struct({
  id: Property.fields.id,
  documentId: Property.fields.documentId,
  name: Property.fields.name,
  slug: Property.fields.slug,
  propertyType: Property.fields.propertyType,
  description: Known(Schema.String),
  shortDescription: Known(Schema.String),
  starRating: Known(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))),
  guestRating: Known(Schema.Finite),
  reviewCount: Known(Schema.Int),
  address: Address,
  brand: Brand,
  heroImage: Known(PropertyImage),
  gallery: Property.fields.gallery,
  amenities: Property.fields.amenities,
  policies: Known(PropertyPolicies),
  contactInfo: Known(PropertyContact),
  suggestedPlaces: Schema.optionalKey(PropertyDetails.fields.suggestedPlaces),
  keyFeatures: Schema.optionalKey(PropertyDetails.fields.keyFeatures),
  restaurants: Schema.optionalKey(PropertyDetails.fields.restaurants)
}).annotate({ identifier: "PublicProperty" })
export type PublicProperty = typeof PublicProperty.Type
