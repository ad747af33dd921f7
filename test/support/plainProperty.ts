import type { Property } from "../../src/domain/properties/Property.ts"

/** A hotel in Lisbon of which little is known. */
export const plainProperty = {
  propertyType: "hotel",
  timezone: "Europe/Lisbon",
  status: "published",
  description: null,
  shortDescription: null,
  starRating: null,
  guestRating: null,
  reviewCount: null,
  nightlyCostPoints: 100,
  maxGuests: 2,
  baseRoomCategory: null,
  street: null,
  city: "Lisbon",
  state: null,
  country: "PT",
  postalCode: null,
  latitude: 38.7,
  longitude: -9.1,
  amenities: [],
  tags: [],
  hero: null,
  gallery: [],
  policies: null,
  contact: null
} satisfies Partial<Property>
