import type { Property, VenueId } from "./Property.ts"

/** A 32-bit hash of a member's external id (FNV-1a), which personalises the order (MEM-023). */
export const memberSeed = (externalId: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < externalId.length; i++) hash = Math.imul(hash ^ externalId.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** 24 pseudo-random bits of a property for a seed, identical in SQL: products stay below 2^63. */
const pseudoRandom = (seed: number, propertyId: VenueId): number => {
  const once = Math.imul(seed ^ propertyId, 668_265_261) >>> 0
  return (Math.imul(once ^ (once >>> 15), 374_761_393) >>> 0) >>> 8
}

/** Quality from 0 to 700: mainly the guest rating, then reviews (capped at 500) and stars. */
const quality = ({ guestRating, reviewCount, starRating }: Rated): number =>
  Math.floor((guestRating ?? 3) * 100 + 0.5) + Math.floor(Math.min(reviewCount ?? 0, 500) / 5) + (starRating ?? 2) * 20

type Rated = Pick<Property, "id" | "guestRating" | "reviewCount" | "starRating">

/** A property's rank for a member, highest first: quality and the member's seed have similar weight. */
export const rankOf = (seed: number, property: Rated): number =>
  quality(property) * 16_384 + pseudoRandom(seed, property.id)
