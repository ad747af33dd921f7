import type { Property } from "./Property.ts"

/** Empty values for the optional fields of a property. */
export const emptyProperty = {
  description: null,
  shortDescription: null,
  starRating: null,
  guestRating: null,
  reviewCount: null,
  baseRoomCategory: null,
  street: null,
  postalCode: null,
  amenities: [],
  tags: [],
  hero: null,
  gallery: [],
  policies: null,
  contact: null
} satisfies Partial<Property>
