import type { Property } from "./Property.ts"

/** What a property may leave open, left open. */
export const unstatedProperty = {
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
