import type { Property } from "../../../src/domain/properties/Property.ts"
import { emptyProperty } from "../../../src/domain/properties/emptyProperty.ts"

/** A hotel in Lisbon with minimal data. */
export const plainProperty = {
  ...emptyProperty,
  propertyType: "hotel",
  timezone: "Europe/Lisbon",
  status: "published",
  nightlyCostPoints: 100,
  maxGuests: 2,
  city: "Lisbon",
  state: null,
  country: "PT",
  latitude: 38.7,
  longitude: -9.1
} satisfies Partial<Property>
