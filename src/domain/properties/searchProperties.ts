import { DateTime, Effect, Struct } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { boundsAround, type Coordinates } from "../places/geo.ts"
import { countryOfCode } from "../places/countries.ts"
import { Places } from "../places/Places.ts"
import { regionOf } from "../places/regionOf.ts"
import { searchText } from "../places/searchText.ts"
import { addDays } from "../shared/calendar.ts"
import { PropertyCatalog } from "./PropertyCatalog.ts"
import { StayPast } from "./PropertyErrors.ts"
import type { CommonFilters, PropertyFilter, Region, SearchLocation, StayDates } from "./PropertyFilter.ts"
import { markerCap, type PropertySort } from "./PropertySearch.ts"
import { memberSeed } from "./rankOf.ts"

/** Rejects a check-in before yesterday in UTC, hence past in every time zone (MEM-014). */
export const refusePast = Effect.fnUntraced(function* (stay: StayDates | undefined) {
  if (stay === undefined) return
  const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
  if (stay.checkIn < addDays(today, -1)) return yield* new StayPast({ checkIn: stay.checkIn })
})

/** The filters shared by search and map. */
export const commonFilterOf = ({ priceRange, ...filters }: CommonFilters): PropertyFilter => ({
  ...filters,
  minCost: priceRange?.min,
  maxCost: priceRange?.max
})

const originOf = ({ latitude, longitude }: SearchLocation): Coordinates | undefined =>
  latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }

/** The regions that a state names, as suggestions count their properties (MEM-037). */
const regionsOf = Effect.fnUntraced(function* ({ state }: SearchLocation) {
  if (state === undefined) return []
  const regions = yield* Places.use(({ listRegions }) => listRegions(searchText(state)))
  return regions.map(regionOf)
})

const locationFilterOf = (location: SearchLocation, regions: ReadonlyArray<Region>): PropertyFilter => {
  const origin = originOf(location)
  const { city, country, radius, state } = location
  return {
    city: city === undefined ? undefined : searchText(city),
    state: state === undefined ? undefined : searchText(state),
    regions,
    country: country === undefined ? undefined : (countryOfCode(country)?.spellings ?? []),
    ...(origin === undefined || radius === undefined
      ? {}
      : { circle: { ...origin, radiusKm: radius }, bounds: boundsAround(origin, radius) })
  }
}

/**
 * A page of the matching published properties, by default in the member's personalised order (MEM-010 to MEM-026). With
 * markers, only the first 3000 matches are considered.
 */
export const searchProperties = Effect.fnUntraced(function* (
  search: CommonFilters & {
    readonly limit: number
    readonly offset: number
    readonly sort: PropertySort
    readonly includeMarkers: boolean
    readonly dates?: StayDates
    readonly location?: SearchLocation
    readonly tags?: ReadonlyArray<string>
    readonly maxGuests?: number
  }
) {
  const { dates, includeMarkers, limit, location = {}, maxGuests, offset, sort, tags } = search
  yield* refusePast(dates)
  const { xid } = yield* MemberCaller
  const catalog = yield* PropertyCatalog
  const common = Struct.pick(search, ["amenities", "brands", "guestRating", "priceRange", "propertyTypes"])
  const page = yield* catalog.list({
    filter: {
      ...commonFilterOf(common),
      ...locationFilterOf(location, yield* regionsOf(location)),
      stay: dates,
      onlyAvailable: true,
      tags,
      maxGuests
    },
    sort,
    seed: memberSeed(xid),
    origin: originOf(location),
    limit,
    offset,
    markerCap: includeMarkers ? markerCap : undefined
  })
  return {
    items: page.items,
    total: page.total,
    limit,
    offset,
    ...(includeMarkers ? { markers: page.markers } : {}),
    ...(page.bounds === undefined ? {} : { searchViewport: { bounds: page.bounds } })
  }
})
