import { Schema } from "effect"
import { Property, PropertyContact, PropertyDetails, PropertyImage, PropertyPolicies } from "./Property.ts"

/** The sections of a property that are returned only on request (PUB-003, PUB-004). */
export const PropertySection = Schema.Literals(["suggestedPlaces", "keyFeatures", "restaurants"])
export type PropertySection = typeof PropertySection.Type

const Address = Schema.Struct({
  street: Schema.optionalKey(Schema.String).annotateKey({ description: "Street and number" }),
  city: Schema.String.annotateKey({ description: "City" }),
  state: Schema.String.annotate({ description: "State; empty in countries without states" }),
  country: Schema.String.annotateKey({ description: "Country, in English" }),
  postalCode: Schema.optionalKey(Schema.String).annotateKey({ description: "Postal code" }),
  latitude: Property.fields.latitude.annotateKey({ description: "Degrees north of the equator, WGS 84" }),
  longitude: Property.fields.longitude.annotateKey({ description: "Degrees east of Greenwich, WGS 84" })
}).annotate({ identifier: "PublicAddress" })

const Brand = Schema.Struct({
  id: Schema.String.annotate({ description: "Document id: the brand's id on every surface" }),
  name: Schema.String.annotateKey({ description: "Name of the brand" }),
  logo: Schema.optionalKey(Schema.String).annotateKey({ description: "URL of its logo" }),
  description: Schema.optionalKey(Schema.String).annotateKey({ description: "Description of the brand" })
}).annotate({ identifier: "PublicBrand" })

/** A property as the public sees it (PUB-006 to PUB-009). Unknown fields are absent. */
export const PublicProperty = Schema.Struct({
  id: Property.fields.id.annotateKey({ description: "Numeric id of the property" }),
  documentId: Property.fields.documentId.annotateKey({
    description: "Document id: the property's id on every surface"
  }),
  name: Property.fields.name.annotateKey({ description: "Name of the property" }),
  slug: Property.fields.slug.annotateKey({ description: "URL slug of the property" }),
  propertyType: Property.fields.propertyType.annotateKey({ description: "Kind of property; an open set" }),
  description: Schema.optionalKey(Schema.String).annotateKey({ description: "Full description" }),
  shortDescription: Schema.optionalKey(Schema.String).annotateKey({ description: "Short description, one line" }),
  starRating: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))).annotateKey({
    description: "Official stars, 1 to 5"
  }),
  guestRating: Schema.optionalKey(Schema.Finite).annotateKey({ description: "Mean rating by guests, 1 to 5" }),
  reviewCount: Schema.optionalKey(Schema.Int).annotateKey({ description: "Number of guest ratings" }),
  address: Address.annotateKey({ description: "Address" }),
  brand: Brand.annotateKey({ description: "Its brand" }),
  heroImage: Schema.optionalKey(PropertyImage).annotateKey({ description: "A wide image" }),
  gallery: Property.fields.gallery.annotateKey({ description: "Additional images" }),
  amenities: Property.fields.amenities.annotateKey({ description: "Ids of its amenities" }),
  policies: Schema.optionalKey(PropertyPolicies).annotateKey({ description: "House rules" }),
  contactInfo: Schema.optionalKey(PropertyContact).annotateKey({ description: "Contact details" }),
  suggestedPlaces: Schema.optionalKey(PropertyDetails.fields.suggestedPlaces).annotateKey({
    description: "Places nearby; only with `hydrate`"
  }),
  keyFeatures: Schema.optionalKey(PropertyDetails.fields.keyFeatures).annotateKey({
    description: "Key features; only with `hydrate`"
  }),
  restaurants: Schema.optionalKey(PropertyDetails.fields.restaurants).annotateKey({
    description: "Its restaurants; only with `hydrate`"
  })
}).annotate({ identifier: "PublicProperty" })
export type PublicProperty = typeof PublicProperty.Type
