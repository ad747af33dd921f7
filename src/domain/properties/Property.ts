import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** Internal row id; callers see `documentId`. */
export const VenueId = RowId.pipe(Schema.brand("VenueId"))
export type VenueId = typeof VenueId.Type

export const PropertyImage = Schema.Struct({
  url: Schema.String,
  thumbnailUrl: Schema.optionalKey(Schema.String),
  alt: Schema.optionalKey(Schema.String)
})

export const PropertyPolicies = Schema.Struct({
  checkIn: Schema.optionalKey(Schema.String),
  checkOut: Schema.optionalKey(Schema.String),
  petPolicy: Schema.optionalKey(Schema.String),
  smokingPolicy: Schema.optionalKey(Schema.String),
  childPolicy: Schema.optionalKey(Schema.String)
})

export const PropertyContact = Schema.Struct({
  phone: Schema.optionalKey(Schema.String),
  email: Schema.optionalKey(Schema.String),
  website: Schema.optionalKey(Schema.String)
})

const GalleryImage = Schema.Struct({ ...PropertyImage.fields, type: Schema.optionalKey(Schema.String) })

/** A venue as stored. `documentId` is its external id on every surface; the public gets 404 for hidden ones. */
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

/** A venue's surroundings and facilities; shown only on request (PUB-004). Distances in km. */
export const PropertyDetails = Schema.Struct({
  propertyId: VenueId,
  suggestedPlaces: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      category: Schema.optionalKey(Schema.String),
      distance: Schema.optionalKey(Schema.Finite),
      rating: Schema.optionalKey(Schema.Finite),
      description: Schema.optionalKey(Schema.String)
    })
  ),
  keyFeatures: Schema.Array(
    Schema.Struct({
      title: Schema.String,
      description: Schema.optionalKey(Schema.String),
      icon: Schema.optionalKey(Schema.String)
    })
  ),
  restaurants: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      cuisine: Schema.optionalKey(Schema.String),
      description: Schema.optionalKey(Schema.String),
      hours: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
      reservationsRequired: Schema.optionalKey(Schema.Boolean)
    })
  )
})
export type PropertyDetails = typeof PropertyDetails.Type
