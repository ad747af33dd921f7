import { Context, type Effect } from "effect"
import type { Bounds, Coordinates } from "../places/geo.ts"
import type { Page } from "../shared/Page.ts"
import type { VenueId } from "./Property.ts"
import type { Circle, PropertyFilter, Region, StayDates } from "./PropertyFilter.ts"
import type { PropertyItem } from "./PropertyItem.ts"
import type { MapImage, MapProperty, PropertyFilters, PropertyMarker, PropertySort } from "./PropertySearch.ts"

/** A search. `seed` orders by recommendation, `origin` by distance. */
export interface CatalogQuery {
  readonly filter: PropertyFilter
  readonly sort: PropertySort
  readonly seed: number
  readonly origin: Coordinates | undefined
  readonly limit: number
  readonly offset: number
  /** Caps the number of matches, each of which gets a marker; undefined counts all matches, without markers. */
  readonly markerCap: number | undefined
}

/** `bounds` enclose every counted match; undefined if there is none. Markers are in search order. */
export interface CatalogPage extends Page<PropertyItem> {
  readonly bounds: Bounds | undefined
  readonly markers: ReadonlyArray<PropertyMarker>
}

/** A match on a map; `available` is null without dates. */
export interface MapPoint extends PropertyMarker {
  readonly available: boolean | null
}

/** The matches on a map, as parallel arrays: a view has thousands, few of which are read individually. */
export interface MapPoints {
  readonly ids: ReadonlyArray<VenueId>
  readonly latitudes: ReadonlyArray<number>
  readonly longitudes: ReadonlyArray<number>
  readonly nightlyCosts: ReadonlyArray<number>
  readonly available: ReadonlyArray<boolean | null>
}

/** The point at an index; undefined past the end. */
export const pointAt = (points: MapPoints, index: number): MapPoint | undefined => {
  const [id, latitude, longitude] = [points.ids[index], points.latitudes[index], points.longitudes[index]]
  const nightlyCost = points.nightlyCosts[index]
  if (id === undefined || latitude === undefined || longitude === undefined || nightlyCost === undefined)
    return undefined
  return { id, latitude, longitude, nightlyCost, available: points.available[index] ?? null }
}

/** All points as objects. */
export const pointsOf = (points: MapPoints): ReadonlyArray<MapPoint> =>
  points.ids.flatMap((_, index) => pointAt(points, index) ?? [])

/** The fields of a property that a map shows in addition to its point; null if unknown. */
export interface MapPropertyDetails extends Pick<MapProperty, "id" | "name"> {
  readonly guestRating: number | null
  readonly heroImage: MapImage | null
}

/** A value and the number of properties that have it. */
interface Counted {
  readonly id: string
  readonly count: number
}

/** `PropertyFilters` with counts; only brands have names of their own. */
export interface CatalogFilters extends Pick<PropertyFilters, "brands" | "priceRange" | "maxGuests"> {
  readonly amenities: ReadonlyArray<Counted>
  readonly propertyTypes: ReadonlyArray<Counted>
  readonly tags: ReadonlyArray<Counted>
}

/** The search over the published properties of every organization. */
export class PropertyCatalog extends Context.Service<
  PropertyCatalog,
  {
    /** A page of the matches in the requested order, ties by id (MEM-010 to MEM-023). */
    readonly list: (query: CatalogQuery) => Effect.Effect<CatalogPage>
    /** Every match, by id (MEM-027, MEM-028). */
    readonly listPoints: (filter: PropertyFilter) => Effect.Effect<MapPoints>
    readonly count: (filter: PropertyFilter) => Effect.Effect<number>
    /** The number of properties within each circle, in circle order (MEM-037). */
    readonly countAround: (circles: ReadonlyArray<Circle>) => Effect.Effect<ReadonlyArray<number>>
    /** The number of properties whose state is each region, in region order (MEM-037). */
    readonly countWithin: (regions: ReadonlyArray<Region>) => Effect.Effect<ReadonlyArray<number>>
    /** In any order; unknown ids are omitted. */
    readonly listFaces: (ids: ReadonlyArray<VenueId>) => Effect.Effect<ReadonlyArray<MapPropertyDetails>>
    /** By document id, in any order; unknown ones are omitted (MEM-114). */
    readonly listItems: (
      documentIds: ReadonlyArray<string>,
      stay: StayDates | undefined
    ) => Effect.Effect<ReadonlyArray<PropertyItem>>
    /** Choices by count, highest first, then by id in binary order (MEM-114). */
    readonly getFilters: Effect.Effect<CatalogFilters>
  }
>()("hub/domain/properties/PropertyCatalog") {}
