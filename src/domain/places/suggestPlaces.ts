import { Effect } from "effect"
import { PropertyCatalog } from "../properties/PropertyCatalog.ts"
import { omitNull } from "../shared/omitNull.ts"
import { findCountry } from "./countries.ts"
import { type FoundPlace, Places } from "./Places.ts"
import { countrySpellingsOf, regionOf } from "./regionOf.ts"
import { searchText } from "./searchText.ts"
import { type Suggestion, SuggestionType } from "./Suggestion.ts"

const subtitleOf = ({ country, name, region, subtitle, type }: FoundPlace) => {
  const ofCountry = country === null ? undefined : (findCountry(country)?.name ?? country)
  const parts = [subtitle, region, type === "country" ? undefined : ofCountry]
  const details = parts.filter((part) => typeof part === "string" && part !== "" && part !== name)
  return details.length === 0 ? null : [...new Set(details)].join(", ")
}

const isCountry = ({ country, type }: FoundPlace) => type === "country" && country !== null

/**
 * Counts properties by country name for a country, as a search by code does, and by state for a region. For any other
 * place, and for a region that no property names as its state, counts those within its circle.
 */
const countsOf = Effect.fnUntraced(function* (places: ReadonlyArray<FoundPlace>) {
  const catalog = yield* PropertyCatalog
  const circles = places.flatMap((place) =>
    place.radiusKm === null || isCountry(place) ? [] : [{ ...place, radiusKm: place.radiusKm }]
  )
  const regions = places.filter(({ type }) => type === "region")
  const [around, within] = yield* Effect.all(
    [catalog.countAround(circles), catalog.countWithin(regions.map(regionOf))],
    { concurrency: "unbounded" }
  )
  const counts = new Map(circles.map(({ id }, index) => [id, around[index]]))
  for (const [index, { id }] of regions.entries()) counts.set(id, within[index] || counts.get(id))
  for (const place of places.filter(isCountry)) {
    counts.set(place.id, yield* catalog.count({ country: countrySpellingsOf(place) }))
  }
  return counts
})

/** The matches of a text of two or more characters, best first (MEM-034 to MEM-037). */
export const suggestPlaces = Effect.fnUntraced(function* (request: {
  readonly query: string
  readonly limit: number
  readonly types?: ReadonlyArray<SuggestionType>
}) {
  const text = searchText(request.query)
  if (text === "") return { suggestions: [] }
  const types = request.types === undefined || request.types.length === 0 ? SuggestionType.literals : request.types
  const places = yield* Places
  const matches = yield* places.list({ text, types, limit: request.limit })
  const counts = yield* countsOf(matches)
  const suggestions = matches.map(
    (place): Suggestion => ({
      id: place.id,
      type: place.type,
      name: place.name,
      coordinates: { latitude: place.latitude, longitude: place.longitude },
      ...omitNull({
        subtitle: subtitleOf(place),
        radius: place.radiusKm,
        propertyCount: counts.get(place.id) ?? null,
        countryCode: place.country === null ? null : (findCountry(place.country)?.code ?? null),
        airportCode: place.airportCode
      })
    })
  )
  return { suggestions }
})
