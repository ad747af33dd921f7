import { Schema } from "effect"
import { countryOfCode } from "../places/countries.ts"
import { type Bounds, type Coordinates, Latitude, Longitude } from "../places/geo.ts"
import { characters } from "../shared/characters.ts"
import { CalendarDate } from "../shared/Scalars.ts"

const Points = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))
const Name = Schema.String.check(characters(1, 200))
const Names = Schema.Array(Name).check(Schema.isMaxLength(100))

/** The nights of a stay: `checkOut` is exclusive (MEM-014). */
export const StayDates = Schema.Struct({
  checkIn: CalendarDate.annotateKey({ description: "Arrival date, `YYYY-MM-DD`" }),
  checkOut: CalendarDate.annotateKey({ description: "Departure date, `YYYY-MM-DD`: the day after the last night" })
})
  .check(
    Schema.makeFilter(({ checkIn, checkOut }) =>
      checkIn < checkOut ? undefined : { path: ["checkOut"], issue: "must be after `checkIn`" }
    )
  )
  .annotate({ identifier: "StayDates" })
export interface StayDates extends Schema.Schema.Type<typeof StayDates> {}

/** Points per night, both ends inclusive and optional (MEM-016). */
export const PriceRange = Schema.Struct({
  min: Schema.optionalKey(Points).annotateKey({ description: "Lowest price in points per night, inclusive" }),
  max: Schema.optionalKey(Points).annotateKey({ description: "Highest price in points per night, inclusive" })
})
  .check(
    Schema.makeFilter(({ max, min }) =>
      min !== undefined && max !== undefined && min > max
        ? { path: ["min"], issue: "must not be greater than `max`" }
        : undefined
    )
  )
  .annotate({ identifier: "PriceRange" })

const Country = Schema.String.check(
  Schema.isBetweenLength(2, 3, { expected: "an ISO 3166-1 code of two or three letters" }).abort(),
  Schema.makeFilter((code: string) => (countryOfCode(code) === undefined ? "not a country" : undefined), {
    expected: "an ISO 3166-1 code of two or three letters"
  })
)

/** Search by name, or within `radius` km of a point (MEM-015). */
export const SearchLocation = Schema.Struct({
  latitude: Schema.optionalKey(Latitude).annotateKey({ description: "Degrees north of the equator, WGS 84" }),
  longitude: Schema.optionalKey(Longitude).annotateKey({ description: "Degrees east of Greenwich, WGS 84" }),
  radius: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThan(0))).annotateKey({
    description: "Kilometres, great-circle; requires latitude and longitude"
  }),
  city: Schema.optionalKey(Name).annotateKey({ description: "Name of the city, ignoring case and accents" }),
  state: Schema.optionalKey(Name).annotateKey({
    description:
      "Name of the state, ignoring case and accents; the name of a region also finds properties that state its code"
  }),
  country: Schema.optionalKey(Country).annotateKey({ description: "ISO 3166-1 alpha-2 or alpha-3, in any case" })
})
  .check(
    Schema.makeFilter(({ latitude, longitude, radius }) => {
      if ((latitude === undefined) !== (longitude === undefined)) {
        return { path: [latitude === undefined ? "latitude" : "longitude"], issue: "is missing" }
      }
      return radius !== undefined && latitude === undefined
        ? { path: ["radius"], issue: "requires latitude and longitude" }
        : undefined
    })
  )
  .annotate({ identifier: "SearchLocation" })
export interface SearchLocation extends Schema.Schema.Type<typeof SearchLocation> {}

/** The filters shared by search and map (MEM-016 to MEM-018, MEM-028). An empty list filters nothing. */
export const commonFilters = {
  priceRange: Schema.optionalKey(PriceRange).annotateKey({ description: "Price in points per night" }),
  guestRating: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 5 }))).annotateKey({
    description: "Minimum rating; unrated properties are excluded"
  }),
  amenities: Schema.optionalKey(Names).annotateKey({ description: "Ids; a property must have all of them" }),
  propertyTypes: Schema.optionalKey(Names).annotateKey({ description: "Types; any of them" }),
  brands: Schema.optionalKey(Names).annotateKey({ description: "Document ids or names; any of them" })
} as const

const CommonFilters = Schema.Struct(commonFilters)
export interface CommonFilters extends Schema.Schema.Type<typeof CommonFilters> {}

/** The filters available only in a search (MEM-018). */
export const searchFilters = {
  tags: Schema.optionalKey(Names).annotateKey({ description: "Ids of tags; any of them" }),
  maxGuests: Schema.optionalKey(Schema.Finite).annotateKey({
    description: "Number of guests that a room must accommodate"
  })
} as const

/** A great-circle radius around a point. */
export interface Circle extends Coordinates {
  readonly radiusKm: number
}

/**
 * A region by every spelling of its name, one of which a property has as its state, and by every spelling of its
 * country.
 */
export interface Region {
  readonly state: ReadonlyArray<string>
  readonly country: ReadonlyArray<string>
}

/**
 * Selects published properties: the single filter for search, map and count, in SQL and in memory. Every given part
 * must match; names are normalised by `searchText`.
 */
export interface PropertyFilter {
  /** A property is available if every night is on sale with a room left. */
  readonly stay?: StayDates | undefined
  /** Excludes properties unavailable for `stay`. */
  readonly onlyAvailable?: boolean | undefined
  readonly bounds?: Bounds | undefined
  readonly circle?: Circle | undefined
  readonly city?: string | undefined
  readonly state?: string | undefined
  /** The regions that `state` names: properties that state one by another spelling match as well. */
  readonly regions?: ReadonlyArray<Region> | undefined
  /** The spellings of one country. */
  readonly country?: ReadonlyArray<string> | undefined
  readonly minCost?: number | undefined
  readonly maxCost?: number | undefined
  readonly guestRating?: number | undefined
  readonly amenities?: ReadonlyArray<string> | undefined
  readonly propertyTypes?: ReadonlyArray<string> | undefined
  readonly brands?: ReadonlyArray<string> | undefined
  readonly tags?: ReadonlyArray<string> | undefined
  readonly maxGuests?: number | undefined
}
