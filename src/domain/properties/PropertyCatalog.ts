import { Context, type Effect } from "effect"
import type { Bounds, Coordinates } from "../places/geo.ts"
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

/** A match on a map, by position: a view has thousands. `available` is null without dates. */
export type MapPoint = readonly [
  id: number,
  latitude: number,
  longitude: number,
  nightlyCost: number,
  available: boolean | null
]

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
    readonly listPoints: (filter: PropertyFilter) => Effect.Effect<ReadonlyArray<MapPoint>>
    readonly count: (filter: PropertyFilter) => Effect.Effect<number>
    /** How many lie within each circle, in the order of the circles (MEM-037). */
    readonly countAround: (circles: ReadonlyArray<Circle>) => Effect.Effect<ReadonlyArray<number>>
    /** In any order; unknown ids are left out. */
    readonly listFaces: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<MapFace>>
    /** By document id, in any order; unknown ones are left out (MEM-114). */
    readonly listItems: (
      documentIds: ReadonlyArray<string>,
      stay: StayDates | undefined
    ) => Effect.Effect<ReadonlyArray<PropertyItem>>
    /** Choices by count, the highest first, then by id, binary (MEM-114). */
    readonly getFilters: Effect.Effect<CatalogFilters>
  }
>()("hub/domain/properties/PropertyCatalog") {}
