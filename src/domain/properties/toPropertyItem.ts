import type { BrandedProperty } from "./Properties.ts"
import type { PropertyItem } from "./PropertyItem.ts"

/** A property in the shape of a list item. */
export const toPropertyItem = ({ brand, property }: BrandedProperty): PropertyItem => ({
  id: property.id,
  documentId: property.documentId,
  name: property.name,
  type: property.propertyType,
  brandName: brand.name,
  nightlyCost: property.nightlyCostPoints,
  maxGuests: property.maxGuests,
  baseRoomCategory: property.baseRoomCategory,
  guestRating: property.guestRating,
  address: {
    city: property.city,
    state: property.state,
    country: property.country,
    latitude: property.latitude,
    longitude: property.longitude
  },
  heroImage: property.hero === null ? null : heroOf(property.hero),
  amenities: property.amenities,
  tags: property.tags
})

const heroOf = ({ alt, url }: { readonly url: string; readonly alt?: string }) =>
  alt === undefined ? { url } : { url, alt }
