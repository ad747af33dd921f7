import type { FastifyInstance } from "fastify"
import { countryOfCode, findCountry } from "../../../src/domain/places/countries.ts"
import type { FoundPlace } from "../../../src/domain/places/Places.ts"
import { searchText } from "../../../src/domain/places/searchText.ts"
import { SuggestionType } from "../../../src/domain/places/Suggestion.ts"
import { placesStatement } from "../../../src/sql/fragments/placesStatement.ts"
import {
  countAroundStatement,
  countStatement,
  countWithinStatement
} from "../../../src/sql/fragments/propertySearchText.ts"
import type { Database } from "../database.ts"
import { list, record, text, whole } from "../wire.ts"
import { named } from "./named.ts"
import { suggestionsBody } from "./propertyQuestions.ts"

const decimal = { type: "number" } as const

const suggestions = record({
  suggestions: list(
    record(
      {
        id: text,
        type: text,
        name: text,
        subtitle: text,
        coordinates: record({ latitude: decimal, longitude: decimal }),
        radius: decimal,
        propertyCount: whole,
        countryCode: text,
        airportCode: text
      },
      ["subtitle", "radius", "propertyCount", "countryCode", "airportCode"]
    )
  )
})

const isCountry = ({ country, type }: FoundPlace) => type === "country" && country !== null

const spellingsOf = ({ country }: FoundPlace) => countryOfCode(country ?? "")?.spellings ?? []

const subtitleOf = ({ country, name, region, subtitle, type }: FoundPlace) => {
  const ofCountry = country === null || type === "country" ? undefined : (findCountry(country)?.name ?? country)
  const parts = [subtitle, region, ofCountry].filter((part) => part && part !== name)
  return parts.length === 0 ? undefined : [...new Set(parts)].join(", ")
}

/** Places and properties by typed text, with property counts. */
export const suggestionRoutes = (app: FastifyInstance, database: Database) => {
  const countsOf = async (found: ReadonlyArray<FoundPlace>) => {
    const circles = found.flatMap((place) =>
      place.radiusKm === null || isCountry(place) ? [] : [{ ...place, radiusKm: place.radiusKm }]
    )
    const counts = new Map(circles.map(({ id }) => [id, 0]))
    if (circles.length > 0) {
      const rows = await database.rows<{ readonly circle: number; readonly count: number }>(
        undefined,
        named(countAroundStatement(circles)),
        {}
      )
      for (const { circle, count } of rows) counts.set(circles[circle - 1]?.id ?? "", count)
    }
    const regions = found.filter(({ type }) => type === "region")
    if (regions.length > 0) {
      const statement = countWithinStatement(
        regions.map((region) => ({
          state: [region.name, region.adminCode ?? region.name].map(searchText),
          country: spellingsOf(region)
        }))
      )
      const rows = await database.rows<{ readonly region: number; readonly count: number }>(
        undefined,
        named(statement),
        {}
      )
      for (const { count, region } of rows) counts.set(regions[region - 1]?.id ?? "", count)
    }
    for (const country of found.filter(isCountry)) {
      const statement = named(countStatement({ country: spellingsOf(country) }))
      const [counted] = await database.rows<{ readonly count: number }>(undefined, statement, {})
      counts.set(country.id, counted?.count ?? 0)
    }
    return counts
  }

  app.post<{ Body: { readonly query: string; readonly limit: number } }>(
    "/properties/suggestions",
    { schema: { body: suggestionsBody, response: { 200: suggestions } } },
    async ({ body: { limit, query } }) => {
      const searched = searchText(query.trim())
      if (searched === "") return { suggestions: [] }
      const statement = placesStatement({ text: searched, types: SuggestionType.literals, limit })
      const found = await database.rows<FoundPlace>(undefined, named(statement), {})
      const counts = await countsOf(found)
      return {
        suggestions: found.map((place) => ({
          id: place.id,
          type: place.type,
          name: place.name,
          subtitle: subtitleOf(place),
          coordinates: { latitude: place.latitude, longitude: place.longitude },
          radius: place.radiusKm ?? undefined,
          propertyCount: counts.get(place.id),
          countryCode: place.country === null ? undefined : findCountry(place.country)?.code,
          airportCode: place.airportCode ?? undefined
        }))
      }
    }
  )
}
