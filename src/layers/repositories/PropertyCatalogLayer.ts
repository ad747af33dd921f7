import { Effect, HashMap, Layer, Order, TxHashMap } from "effect"
import { keyText } from "../../domain/dataset/keyText.ts"
import { distanceKm, narrowed } from "../../domain/places/geo.ts"
import { isInRegion, matchesFilter, nightsOf, type Offered, offeredFor } from "../../domain/properties/matchesFilter.ts"
import type { BrandedProperty } from "../../domain/properties/Properties.ts"
import type { VenueId } from "../../domain/properties/Property.ts"
import { type CatalogQuery, PropertyCatalog } from "../../domain/properties/PropertyCatalog.ts"
import type { PropertyAvailability } from "../../domain/properties/PropertyAvailability.ts"
import type { PropertyFilter, StayDates } from "../../domain/properties/PropertyFilter.ts"
import { rankOf } from "../../domain/properties/rankOf.ts"
import { toPropertyItem } from "../../domain/properties/toPropertyItem.ts"
import { addDays } from "../../domain/shared/calendar.ts"
import { makePropertyCatalogSql } from "../../sql/repositories/PropertyCatalogSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(PropertyCatalog, makePropertyCatalogSql)

interface Match extends BrandedProperty {
  readonly offered: Offered
}

const placeOf = ({ origin, seed, sort }: CatalogQuery, { offered, property }: Match): number => {
  switch (sort) {
    case "price_low":
      return offered.nightlyCost
    case "price_high":
      return -offered.nightlyCost
    case "rating":
      return property.guestRating === null ? Infinity : -property.guestRating
    case "distance":
      return origin === undefined ? 0 : Math.floor(distanceKm(origin, property) * 1_000_000 + 0.5)
    case "recommended":
      return -rankOf(seed, property)
  }
}

const ordered = (query: CatalogQuery, matches: ReadonlyArray<Match>): ReadonlyArray<Match> =>
  matches
    .map((match) => ({ match, place: placeOf(query, match) }))
    .toSorted((a, b) => (a.place === b.place ? a.match.property.id - b.match.property.id : a.place < b.place ? -1 : 1))
    .map(({ match }) => match)

const itemOf = ({ offered, ...found }: Match) => ({ ...toPropertyItem(found), nightlyCost: offered.nightlyCost })

const markerOf = ({ offered, property: { id, latitude, longitude } }: Match) => ({
  id,
  latitude,
  longitude,
  nightlyCost: offered.nightlyCost
})

const boundsOf = (matches: ReadonlyArray<Match>) => {
  if (matches.length === 0) return undefined
  const latitudes = matches.map(({ property }) => property.latitude)
  const longitudes = matches.map(({ property }) => property.longitude)
  const bounds = {
    north: Math.max(...latitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    west: Math.min(...longitudes)
  }
  const eastern = longitudes.filter((longitude) => longitude >= 0)
  const western = longitudes.filter((longitude) => longitude < 0)
  return narrowed(bounds, {
    westmostEastern: eastern.length === 0 ? null : Math.min(...eastern),
    eastmostWestern: western.length === 0 ? null : Math.max(...western)
  })
}

const counted = (values: Iterable<string>) => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([id, count]) => ({ id, count })).toSorted(mostFirst)
}

interface Counted {
  readonly id: string
  readonly count: number
}

const mostFirst = Order.combine(
  Order.mapInput(Order.flip(Order.Number), (choice: Counted) => choice.count),
  Order.mapInput(binaryOrder, (choice: Counted) => choice.id)
)

/** The nights of a stay that have a room left, up to the first that has none. */
const freeUntil = (
  availability: HashMap.HashMap<string, PropertyAvailability>,
  propertyId: VenueId,
  { checkIn, checkOut }: StayDates
) => {
  const free: Array<PropertyAvailability> = []
  for (let date = checkIn; date < checkOut; date = addDays(date, 1)) {
    const night = HashMap.get(availability, keyText(propertyId, date))
    if (night._tag === "None" || night.value.roomsLeft === 0) break
    free.push(night.value)
  }
  return free
}

export const layerMemory = Layer.effect(
  PropertyCatalog,
  Effect.gen(function* () {
    const memory = yield* Memory

    /** Every published property as offered for a stay. */
    const published = Effect.fnUntraced(function* (stay: StayDates | undefined) {
      const brands = yield* TxHashMap.snapshot(memory.brands)
      const availability = yield* TxHashMap.snapshot(memory.propertyAvailability)
      const nights = stay === undefined ? undefined : nightsOf(stay)
      const freeNights = (propertyId: VenueId) => (stay === undefined ? [] : freeUntil(availability, propertyId, stay))
      return (yield* TxHashMap.values(memory.properties)).flatMap((property): ReadonlyArray<Match> => {
        const brand = HashMap.get(brands, String(property.brandId))
        if (property.status !== "published" || brand._tag === "None") return []
        const offered = offeredFor(property.nightlyCostPoints, nights, freeNights(property.id))
        return [{ property, brand: brand.value, offered }]
      })
    })

    const matching = Effect.fnUntraced(function* (filter: PropertyFilter) {
      return (yield* published(filter.stay)).filter(({ offered, ...found }) => matchesFilter(filter, found, offered))
    })

    return PropertyCatalog.of({
      list: Effect.fnUntraced(function* (query) {
        const { limit, markerCap, offset } = query
        const matches = ordered(query, yield* matching(query.filter)).slice(0, markerCap)
        return {
          items: matches.slice(offset, offset + limit).map(itemOf),
          total: matches.length,
          bounds: boundsOf(matches),
          markers: markerCap === undefined ? [] : matches.map(markerOf)
        }
      }, Effect.tx),
      listPoints: Effect.fnUntraced(function* (filter) {
        const matches = (yield* matching(filter)).toSorted((a, b) => a.property.id - b.property.id)
        const markers = matches.map(markerOf)
        return {
          ids: markers.map(({ id }) => id),
          latitudes: markers.map(({ latitude }) => latitude),
          longitudes: markers.map(({ longitude }) => longitude),
          nightlyCosts: markers.map(({ nightlyCost }) => nightlyCost),
          available: matches.map(({ offered }) => offered.available)
        }
      }, Effect.tx),
      count: Effect.fnUntraced(function* (filter) {
        return (yield* matching(filter)).length
      }, Effect.tx),
      countAround: Effect.fnUntraced(function* (circles) {
        const all = yield* published(undefined)
        return circles.map(
          (circle) => all.filter(({ offered, ...found }) => matchesFilter({ circle }, found, offered)).length
        )
      }, Effect.tx),
      countWithin: Effect.fnUntraced(function* (regions) {
        const all = yield* published(undefined)
        return regions.map((region) => all.filter(({ property }) => isInRegion(property, region)).length)
      }, Effect.tx),
      listFaces: Effect.fnUntraced(function* (ids) {
        const wanted = new Set(ids)
        const properties = yield* TxHashMap.values(memory.properties)
        return properties
          .filter(({ id }) => wanted.has(id))
          .map(({ guestRating, hero, id, name }) => ({
            id,
            name,
            guestRating,
            heroImage: hero === null ? null : { url: hero.url, ...(hero.alt === undefined ? {} : { alt: hero.alt }) }
          }))
      }, Effect.tx),
      listItems: Effect.fnUntraced(function* (documentIds, stay) {
        const wanted = new Set(documentIds)
        return (yield* published(stay)).filter(({ property }) => wanted.has(property.documentId)).map(itemOf)
      }, Effect.tx),
      getFilters: Effect.gen(function* () {
        const all = yield* published(undefined)
        const brandNames = new Map(all.map(({ brand }) => [brand.documentId, brand.name]))
        const costs = all.map(({ property }) => property.nightlyCostPoints)
        return {
          amenities: counted(all.flatMap(({ property }) => property.amenities)),
          propertyTypes: counted(all.map(({ property }) => property.propertyType)),
          tags: counted(all.flatMap(({ property }) => property.tags)),
          brands: counted(all.map(({ brand }) => brand.documentId)).map((choice) => ({
            ...choice,
            name: brandNames.get(choice.id) ?? ""
          })),
          priceRange: costs.length === 0 ? { min: 0, max: 0 } : { min: Math.min(...costs), max: Math.max(...costs) },
          maxGuests: Math.max(0, ...all.map(({ property }) => property.maxGuests))
        }
      }).pipe(Effect.tx)
    })
  })
)
