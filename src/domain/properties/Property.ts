import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** Internal row id; callers see `documentId`. */
export const VenueId = RowId.pipe(Schema.brand("VenueId"))
export type VenueId = typeof VenueId.Type

export const PropertyImage = Schema.Struct({
  url: Schema.String.annotateKey({ description: "URL of the image" }),
  thumbnailUrl: Schema.optionalKey(Schema.String).annotateKey({ description: "URL of a thumbnail" }),
  alt: Schema.optionalKey(Schema.String).annotateKey({
    description: "Alternative text"
  })
})

export const PropertyPolicies = Schema.Struct({
  checkIn: Schema.optionalKey(Schema.String).annotateKey({ description: "Earliest check-in, local time" }),
  checkOut: Schema.optionalKey(Schema.String).annotateKey({
    description: "Latest check-out, local time"
  }),
  petPolicy: Schema.optionalKey(Schema.String).annotateKey({ description: "Policy on pets" }),
  smokingPolicy: Schema.optionalKey(Schema.String).annotateKey({ description: "Policy on smoking" }),
  childPolicy: Schema.optionalKey(Schema.String).annotateKey({ description: "Policy on children" })
})

export const PropertyContact = Schema.Struct({
  phone: Schema.optionalKey(Schema.String).annotateKey({ description: "Telephone number" }),
  email: Schema.optionalKey(Schema.String).annotateKey({ description: "E-mail address" }),
  website: Schema.optionalKey(Schema.String).annotateKey({ description: "URL of its website" })
})

const GalleryImage = Schema.Struct({
  ...PropertyImage.fields,
  type: Schema.optionalKey(Schema.String).annotateKey({ description: "Kind of medium; an open set" })
})

/** A stored venue. `documentId` is its external id on every surface; hidden ones are missing to the public. */
export const Property = Schema.Struct({
  id: VenueId,
  organizationId: OrganizationId,
  brandId: RowId,
  documentId: Schema.NonEmptyString,
  slug: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  propertyType: Schema.NonEmptyString,
  timezone: Schema.NonEmptyString,
  status: Schema.Literals(["published", "hidden"]),
  description: Schema.NullOr(Schema.String),
  shortDescription: Schema.NullOr(Schema.String),
  starRating: Schema.NullOr(Schema.Int),
  guestRating: Schema.NullOr(Schema.Finite),
  reviewCount: Schema.NullOr(Schema.Int),
  nightlyCostPoints: Schema.Int,
  maxGuests: Schema.Int,
  baseRoomCategory: Schema.NullOr(Schema.String),
  street: Schema.NullOr(Schema.String),
  city: Schema.String,
  state: Schema.NullOr(Schema.String),
  country: Schema.String,
  postalCode: Schema.NullOr(Schema.String),
  latitude: Schema.Finite,
  longitude: Schema.Finite,
  amenities: Schema.Array(Schema.String),
  tags: Schema.Array(Schema.String),
  hero: Schema.NullOr(PropertyImage),
  gallery: Schema.Array(GalleryImage),
  policies: Schema.NullOr(PropertyPolicies),
  contact: Schema.NullOr(PropertyContact),
  updatedAt: Schema.DateTimeUtc
})
export type Property = typeof Property.Type

/** A venue's surroundings and facilities, returned only on request (PUB-004). Distances in km. */
export const PropertyDetails = Schema.Struct({
  propertyId: VenueId,
  suggestedPlaces: Schema.Array(
    Schema.Struct({
      name: Schema.String.annotateKey({ description: "Name of the place" }),
      category: Schema.optionalKey(Schema.String).annotateKey({ description: "Kind of place" }),
      distance: Schema.optionalKey(Schema.Finite).annotateKey({ description: "Kilometres from the property" }),
      rating: Schema.optionalKey(Schema.Finite).annotateKey({ description: "Mean rating, 1 to 5" }),
      description: Schema.optionalKey(Schema.String).annotateKey({ description: "Description of the place" })
    })
  ),
  keyFeatures: Schema.Array(
    Schema.Struct({
      title: Schema.String.annotateKey({ description: "Name of the feature" }),
      description: Schema.optionalKey(Schema.String).annotateKey({ description: "Description of the feature" }),
      icon: Schema.optionalKey(Schema.String).annotateKey({ description: "Name of an icon" })
    })
  ),
  restaurants: Schema.Array(
    Schema.Struct({
      name: Schema.String.annotateKey({ description: "Name of the restaurant" }),
      cuisine: Schema.optionalKey(Schema.String).annotateKey({ description: "Cuisine" }),
      description: Schema.optionalKey(Schema.String).annotateKey({ description: "Description of the restaurant" }),
      hours: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)).annotateKey({
        description: "Opening hours, as text"
      }),
      reservationsRequired: Schema.optionalKey(Schema.Boolean).annotateKey({
        description: "Whether a table reservation is required"
      })
    })
  )
})
export type PropertyDetails = typeof PropertyDetails.Type
