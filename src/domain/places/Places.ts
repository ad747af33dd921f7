import { Context, type Effect } from "effect"
import type { Place } from "./Place.ts"
import type { SuggestionType } from "./Suggestion.ts"

/** Minimum length of a text for similarity matching: a shorter one resembles too many names. */
export const minSimilarityLength = 4

/** `text` is normalised by `searchText`. */
export interface PlacesQuery {
  readonly text: string
  readonly types: ReadonlyArray<SuggestionType>
  readonly limit: number
}

/** A place, or a property with its city and state as `subtitle` and `region`; `country` is a code or a name. */
export interface FoundPlace {
  readonly id: string
  readonly type: SuggestionType
  readonly name: string
  readonly subtitle: string | null
  readonly region: string | null
  /** The code of the region within its country; null for a property. */
  readonly adminCode: string | null
  readonly country: string | null
  readonly latitude: number
  readonly longitude: number
  readonly radiusKm: number | null
  readonly airportCode: string | null
}

/** Cities, regions, countries, airports and landmarks from public sources. */
export class Places extends Context.Service<
  Places,
  {
    /**
     * Places and published properties matching a text: first the airport with that code, then names that start with it,
     * names with a later word that does, and similar names by similarity; each by prominence, then by id in binary
     * order.
     */
    readonly list: (query: PlacesQuery) => Effect.Effect<ReadonlyArray<FoundPlace>>
    /** The regions with this name, normalised by `searchText`, of every country and in any order. */
    readonly listRegions: (
      name: string
    ) => Effect.Effect<ReadonlyArray<Pick<FoundPlace, "name" | "adminCode" | "country">>>
    /** Adds places; one from a source id already present replaces it. Each source id occurs once. */
    readonly insert: (places: ReadonlyArray<Omit<Place, "id">>) => Effect.Effect<void>
  }
>()("hub/domain/places/Places") {}
