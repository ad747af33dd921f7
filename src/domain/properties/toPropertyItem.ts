import { omitNull } from "../shared/omitNull.ts"
import type { BrandedProperty } from "./Properties.ts"
import type { PropertyItem } from "./PropertyItem.ts"

/** A property as a list item. */
export const toPropertyItem = ({ brand, property }: BrandedProperty): PropertyItem => ({
  id: property.id,
  documentId: property.documentId,
  name: property.name,
  type: property.propertyType,
  brandName: brand.name,
  nightlyCost: property.nightlyCostPoints,
  maxGuests: property.maxGuests,
  address: {
    city: property.city,
    country: property.country,
    latitude: property.latitude,
    longitude: property.longitude,
    ...omitNull({ state: property.state })
  },
  amenities: property.amenities,
  tags: property.tags,
  ...omitNull({
    baseRoomCategory: property.baseRoomCategory,
    guestRating: property.guestRating,
    heroImage: property.hero === null ? null : heroOf(property.hero)
  })
})

const heroOf = ({ alt, url }: { readonly url: string; readonly alt?: string }) =>
  alt === undefined ? { url } : { url, alt }
