import { Schema } from "effect"
import { Property, PropertyContact, PropertyDetails, PropertyImage, PropertyPolicies } from "./Property.ts"

/** The sections of a property that are shown only on request (PUB-003, PUB-004). */
export const PropertySection = Schema.Literals(["suggestedPlaces", "keyFeatures", "restaurants"])
export type PropertySection = typeof PropertySection.Type

const Address = Schema.Struct({
  street: Schema.optionalKey(Schema.String),
  city: Schema.String,
  state: Schema.String.annotate({ description: "Empty in countries without states" }),
  country: Schema.String,
  postalCode: Schema.optionalKey(Schema.String),
  latitude: Property.fields.latitude,
  longitude: Property.fields.longitude
}).annotate({ identifier: "PublicAddress" })

const Brand = Schema.Struct({
  id: Schema.String.annotate({ description: "Document id: the brand's id on every surface" }),
  name: Schema.String,
  logo: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "PublicBrand" })

/** A property as the public sees it (PUB-006 to PUB-009). Unknown fields are absent. */
export const PublicProperty = Schema.Struct({
  id: Property.fields.id,
  documentId: Property.fields.documentId,
  name: Property.fields.name,
  slug: Property.fields.slug,
  propertyType: Property.fields.propertyType,
  description: Schema.optionalKey(Schema.String),
  shortDescription: Schema.optionalKey(Schema.String),
  starRating: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))),
  guestRating: Schema.optionalKey(Schema.Finite),
  reviewCount: Schema.optionalKey(Schema.Int),
  address: Address,
  brand: Brand,
  heroImage: Schema.optionalKey(PropertyImage),
  gallery: Property.fields.gallery,
  amenities: Property.fields.amenities,
  policies: Schema.optionalKey(PropertyPolicies),
  contactInfo: Schema.optionalKey(PropertyContact),
  suggestedPlaces: Schema.optionalKey(PropertyDetails.fields.suggestedPlaces),
  keyFeatures: Schema.optionalKey(PropertyDetails.fields.keyFeatures),
  restaurants: Schema.optionalKey(PropertyDetails.fields.restaurants)
}).annotate({ identifier: "PublicProperty" })
export type PublicProperty = typeof PublicProperty.Type
