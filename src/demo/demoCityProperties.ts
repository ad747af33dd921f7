import { DateTime } from "effect"
import { countryOfCode } from "../domain/places/countries.ts"
import { searchText } from "../domain/places/searchText.ts"
import { type Property, VenueId } from "../domain/properties/Property.ts"
import { brandIds } from "./demoBrands.ts"
import type { DemoClock } from "./DemoClock.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { demoCities } from "./demoPlaces.ts"
import { sha256 } from "./seeded.ts"
import { venues } from "./venues.ts"

const firstId = 20_001

/** Enough in the centre of Barcelona for a map to cluster them (MEM-033). */
const dense = { city: "Barcelona", more: 160, km: 2 }
const perCity = 19
const spreadKm = 10

const types = ["hotel", "resort", "villa", "lodge", "residence"] as const
const brands = [brandIds.F1, brandIds.F2, brandIds.F3] as const
const amenities = ["wifi", "breakfast", "pool", "parking", "spa", "gym", "bar", "pets"] as const
const tags = ["city", "family", "business", "quiet", "design"] as const

/** A deterministic number from 0 to 1 that depends on both arguments. */
const chance = (index: number, what: number): number => {
  const mixed = Math.imul((index + 1) ^ (what * 40_503), 2_654_435_761)
  return (Math.imul(mixed ^ (mixed >>> 15), 2_246_822_519) >>> 8) / 2 ** 24
}

const pick = <A>(all: readonly [A, ...ReadonlyArray<A>], index: number, what: number): A =>
  all[Math.floor(chance(index, what) * all.length)] ?? all[0]

const some = <A>(all: ReadonlyArray<A>, index: number, what: number) =>
  all.filter((_, position) => chance(index, what + position) < 0.45)

const sites = demoCities.flatMap((city) => {
  const [name] = city
  const isDense = name === dense.city
  return Array.from({ length: perCity + (isDense ? dense.more : 0) }, (_, number) => ({
    city,
    number: number + 1,
    km: isDense && number >= perCity ? dense.km : spreadKm
  }))
})

type Site = (typeof sites)[number]

const around = ({ city: [, , , latitude, longitude], km }: Site, index: number) => {
  const degrees = (Math.sqrt(chance(index, 1)) * km) / 111.2
  const angle = 2 * Math.PI * chance(index, 2)
  const east = longitude + (degrees * Math.sin(angle)) / Math.cos((latitude * Math.PI) / 180)
  const round = (value: number) => Math.round(value * 1e5) / 1e5
  return { latitude: round(latitude + degrees * Math.cos(angle)), longitude: round(east < -180 ? east + 360 : east) }
}

/** Approximated by longitude: nothing depends on the time zone of a generated property. */
const zoneAt = (longitude: number) => {
  const hours = Math.round(longitude / 15)
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`
}

const rated = (index: number) =>
  index % 9 === 0
    ? { guestRating: null, reviewCount: null }
    : { guestRating: Math.round(25 + 25 * chance(index, 3)) / 10, reviewCount: Math.floor(800 * chance(index, 4)) }

const propertyAt = (site: Site, index: number, updatedAt: Property["updatedAt"]): Property => {
  const [city, countryCode, region] = site.city
  const propertyType = pick(types, index, 5)
  const name = `${propertyType.charAt(0).toUpperCase()}${propertyType.slice(1)} ${city} ${site.number}`
  const slug = searchText(name).replaceAll(" ", "-")
  const place = around(site, index)
  return {
    id: VenueId.make(firstId + index),
    organizationId: organizationIds.F,
    brandId: pick(brands, index, 6),
    documentId: sha256(`property of F\n${index}`).slice(0, 24),
    slug,
    name,
    propertyType,
    timezone: zoneAt(place.longitude),
    status: "published",
    description: null,
    shortDescription: null,
    starRating: index % 6 === 0 ? null : 1 + Math.floor(5 * chance(index, 7)),
    ...rated(index),
    nightlyCostPoints: 4000 + 50 * Math.floor(720 * chance(index, 8) ** 2),
    maxGuests: 1 + Math.floor(8 * chance(index, 9)),
    baseRoomCategory: index % 4 === 0 ? null : "Double room",
    street: null,
    city,
    state: countryCode === "US" ? region : null,
    country: countryOfCode(countryCode)?.name ?? countryCode,
    postalCode: null,
    ...place,
    amenities: some(amenities, index, 10),
    tags: some(tags, index, 20),
    hero: index % 3 === 0 ? null : { url: `https://images.example.com/f/${slug}.jpg`, alt: `Facade of ${name}` },
    gallery: [],
    policies: null,
    contact: null,
    updatedAt
  }
}

/** 3,200 generated properties around real cities: more than the limit of a search with markers (MEM-022). */
export const demoCityProperties = (clock: DemoClock): ReadonlyArray<Property> => {
  const updatedAt = clock.ago({ days: 10 })
  return sites.map((site, index) => propertyAt(site, index, updatedAt))
}

const days = 60

/**
 * Nights on sale at V1, V2, V3 and every twentieth property of F, for 60 days from today in UTC. About one night in
 * eleven is sold out; Fridays and Saturdays cost a fifth more. Other properties are never available (MEM-014).
 */
export const demoAvailability = (clock: DemoClock, properties: ReadonlyArray<Property>) => {
  const venueIds = new Set<number>([venues.V1.id, venues.V2.id, venues.V3.id])
  const dates = Array.from({ length: days }, (_, day) => clock.date("UTC", day))
  const isWeekend = dates.map((date) =>
    [5, 6].includes(DateTime.getPartUtc(DateTime.makeUnsafe(`${date}T00:00:00Z`), "weekDay"))
  )
  const onSale = properties.filter(({ id }) => venueIds.has(id) || (id >= firstId && (id - firstId) % 20 === 0))
  return onSale.flatMap(({ id, nightlyCostPoints }) =>
    dates.map((date, day) => ({
      propertyId: id,
      date,
      roomsLeft: id >= firstId && (id + 3 * day) % 11 === 0 ? 0 : 1 + ((id + day) % 4),
      nightlyCostPoints: isWeekend[day] === true ? Math.round(nightlyCostPoints * 1.2) : nightlyCostPoints
    }))
  )
}
