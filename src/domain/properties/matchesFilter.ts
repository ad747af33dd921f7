import { distanceKm, isWithin } from "../places/geo.ts"
import { searchText } from "../places/searchText.ts"
import type { BrandedProperty } from "./Properties.ts"
import type { PropertyAvailability } from "./PropertyAvailability.ts"
import type { PropertyFilter, Region, StayDates } from "./PropertyFilter.ts"

/** A property's nightly price in points, and whether it is available; null without dates. */
export interface Offered {
  readonly nightlyCost: number
  readonly available: boolean | null
}

/**
 * The price and availability for the given dates: if every night has a room left, the mean price of the nights, rounded
 * half up.
 */
export const offeredFor = (
  baseCost: number,
  nights: number | undefined,
  free: ReadonlyArray<PropertyAvailability>
): Offered => {
  if (nights === undefined) return { nightlyCost: baseCost, available: null }
  if (free.length !== nights) return { nightlyCost: baseCost, available: false }
  const sum = free.reduce((total, night) => total + night.nightlyCostPoints, 0)
  return { nightlyCost: Math.floor((2 * sum + nights) / (2 * nights)), available: true }
}

/** The number of nights of a stay. */
export const nightsOf = ({ checkIn, checkOut }: StayDates): number =>
  (Date.parse(`${checkOut}T00:00:00Z`) - Date.parse(`${checkIn}T00:00:00Z`)) / 86_400_000

const matchesAny = (accepted: ReadonlyArray<string> | undefined, values: ReadonlyArray<string>) =>
  accepted === undefined || accepted.length === 0 || accepted.some((value) => values.includes(value))

/** Whether a property states the region, in its country. */
export const isInRegion = (
  { state, country }: Pick<BrandedProperty["property"], "state" | "country">,
  region: Region
): boolean => state !== null && region.state.includes(searchText(state)) && region.country.includes(searchText(country))

const matchesState = ({ regions = [], state }: PropertyFilter, { property }: BrandedProperty) =>
  state === undefined ||
  (property.state !== null && searchText(property.state) === state) ||
  regions.some((region) => isInRegion(property, region))

const matchesLocation = (filter: PropertyFilter, branded: BrandedProperty) => {
  const { bounds, circle, city, country } = filter
  const { property } = branded
  return (
    (bounds === undefined || isWithin(bounds, property)) &&
    (circle === undefined || distanceKm(circle, property) <= circle.radiusKm) &&
    (city === undefined || searchText(property.city) === city) &&
    matchesState(filter, branded) &&
    (country === undefined || country.includes(searchText(property.country)))
  )
}

const matchesAttributes = (filter: PropertyFilter, { brand, property }: BrandedProperty) =>
  (filter.guestRating === undefined || (property.guestRating ?? 0) >= filter.guestRating) &&
  (filter.maxGuests === undefined || property.maxGuests >= filter.maxGuests) &&
  (filter.amenities ?? []).every((amenity) => property.amenities.includes(amenity)) &&
  matchesAny(filter.propertyTypes, [property.propertyType]) &&
  matchesAny(filter.brands, [brand.documentId, brand.name]) &&
  matchesAny(filter.tags, property.tags)

/** Whether a property, as offered for the filter's dates, matches the filter. SQL implements the same rule. */
export const matchesFilter = (filter: PropertyFilter, branded: BrandedProperty, offered: Offered): boolean =>
  branded.property.status === "published" &&
  (filter.minCost === undefined || offered.nightlyCost >= filter.minCost) &&
  (filter.maxCost === undefined || offered.nightlyCost <= filter.maxCost) &&
  (filter.onlyAvailable !== true || offered.available !== false) &&
  matchesAttributes(filter, branded) &&
  matchesLocation(filter, branded)
