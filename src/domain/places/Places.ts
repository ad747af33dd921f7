import { Context, type Effect } from "effect"
import type { Place } from "./Place.ts"
import type { SuggestionType } from "./Suggestion.ts"

/** A shorter text is like too much for its likeness to say anything. */
export const leastForLikeness = 4

/** `text` is as `searchText` has it. */
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
  readonly country: string | null
  readonly latitude: number
  readonly longitude: number
  readonly radiusKm: number | null
  readonly airportCode: string | null
}

/** Cities, regions, countries, airports and landmarks, out of public sources. */
export class Places extends Context.Service<
  Places,
  {
    /**
     * Places and published properties that a text may mean: first the airport of that code, then names that begin with it,
     * names of which a later word does, and similar names by similarity; the most prominent first, then by id, binary.
     */
    readonly list: (query: PlacesQuery) => Effect.Effect<ReadonlyArray<FoundPlace>>
    /** Adds places; one whose source is there already takes the place of what was. Each source id occurs once. */
    readonly insert: (places: ReadonlyArray<Omit<Place, "id">>) => Effect.Effect<void>
  }
>()("hub/domain/places/Places") {}
