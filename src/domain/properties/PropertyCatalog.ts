import { Context, type Effect } from "effect"
import type { Bounds, Coordinates } from "../places/geo.ts"
import type { VenueId } from "./Property.ts"
import type { Circle, PropertyFilter, StayDates } from "./PropertyFilter.ts"
import type { PropertyItem } from "./PropertyItem.ts"
import type { MapImage, MapProperty, PropertyFilters, PropertyMarker, PropertySort } from "./PropertySearch.ts"

/** What to search for. `seed` orders the recommended ones, `origin` the near ones. */
export interface CatalogQuery {
  readonly filter: PropertyFilter
  readonly sort: PropertySort
  readonly seed: number
  readonly origin: Coordinates | undefined
  readonly limit: number
  readonly offset: number
  /** Only the first so many matches count, and each of them gets a marker; without it all count and none does. */
  readonly markerCap: number | undefined
}

/** `bounds` hold every match that counts; undefined when there is none. Markers come in the order of the search. */
export interface CatalogPage {
  readonly items: ReadonlyArray<PropertyItem>
  readonly total: number
  readonly bounds: Bounds | undefined
  readonly markers: ReadonlyArray<PropertyMarker>
}

/** A match on a map; `available` is null without dates. */
export interface MapPoint extends PropertyMarker {
  readonly available: boolean | null
}

/** The matches on a map, as lists of one length: a view has thousands, and few of them are ever looked at alone. */
export interface MapPoints {
  readonly ids: ReadonlyArray<VenueId>
  readonly latitudes: ReadonlyArray<number>
  readonly longitudes: ReadonlyArray<number>
  readonly nightlyCosts: ReadonlyArray<number>
  readonly available: ReadonlyArray<boolean | null>
}

/** One of them; nothing where they have ended. */
export const pointAt = (points: MapPoints, index: number): MapPoint | undefined => {
  const [id, latitude, longitude] = [points.ids[index], points.latitudes[index], points.longitudes[index]]
  const nightlyCost = points.nightlyCosts[index]
  if (id === undefined || latitude === undefined || longitude === undefined || nightlyCost === undefined)
    return undefined
  return { id, latitude, longitude, nightlyCost, available: points.available[index] ?? null }
}

/** All of them, one by one. */
export const pointsOf = (points: MapPoints): ReadonlyArray<MapPoint> =>
  points.ids.flatMap((_, index) => pointAt(points, index) ?? [])

/** What a map shows of a property besides its point; null for what is not known. */
export interface MapFace extends Pick<MapProperty, "id" | "name"> {
  readonly guestRating: number | null
  readonly heroImage: MapImage | null
}

/** A value that properties have, and how many of them. */
interface Counted {
  readonly id: string
  readonly count: number
}

/** `PropertyFilters` as counted: only brands have names of their own. */
export interface CatalogFilters extends Pick<PropertyFilters, "brands" | "priceRange" | "maxGuests"> {
  readonly amenities: ReadonlyArray<Counted>
  readonly propertyTypes: ReadonlyArray<Counted>
  readonly tags: ReadonlyArray<Counted>
}

/** The published properties of every organization, as members look for them. */
export class PropertyCatalog extends Context.Service<
  PropertyCatalog,
  {
    /** A page of the matches, in the order asked for, ties by id (MEM-010 to MEM-023). */
    readonly list: (query: CatalogQuery) => Effect.Effect<CatalogPage>
    /** Every match, by id (MEM-027, MEM-028). */
    readonly listPoints: (filter: PropertyFilter) => Effect.Effect<MapPoints>
    readonly count: (filter: PropertyFilter) => Effect.Effect<number>
    /** How many lie within each circle, in the order of the circles (MEM-037). */
    readonly countAround: (circles: ReadonlyArray<Circle>) => Effect.Effect<ReadonlyArray<number>>
    /** In any order; unknown ids are left out. */
    readonly listFaces: (ids: ReadonlyArray<VenueId>) => Effect.Effect<ReadonlyArray<MapFace>>
    /** By document id, in any order; unknown ones are left out (MEM-114). */
    readonly listItems: (
      documentIds: ReadonlyArray<string>,
      stay: StayDates | undefined
    ) => Effect.Effect<ReadonlyArray<PropertyItem>>
    /** Choices by count, the highest first, then by id, binary (MEM-114). */
    readonly getFilters: Effect.Effect<CatalogFilters>
  }
>()("hub/domain/properties/PropertyCatalog") {}
