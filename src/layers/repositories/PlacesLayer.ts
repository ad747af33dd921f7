import { Effect, Layer, Order, TxHashMap } from "effect"
import type { Place } from "../../domain/places/Place.ts"
import { type FoundPlace, minSimilarityLength, Places } from "../../domain/places/Places.ts"
import { searchText } from "../../domain/places/searchText.ts"
import type { Property } from "../../domain/properties/Property.ts"
import { makePlacesSql } from "../../sql/repositories/PlacesSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { similarity, wordSimilarity } from "../memory/trigrams.ts"

export const layerSql = Layer.effect(Places, makePlacesSql)

interface Candidate {
  readonly found: FoundPlace
  readonly prominence: number
}

interface Ranked extends Candidate {
  readonly step: number
  readonly likeness: number
}

const ofPlace = (regions: ReadonlyMap<string, string>, place: Place): Candidate => ({
  prominence: place.prominence,
  found: {
    id: place.sourceId,
    type: place.kind,
    name: place.name,
    subtitle: place.subtitle,
    region:
      place.kind === "region" || place.kind === "country" || place.countryCode === null || place.adminCode === null
        ? null
        : (regions.get(`${place.countryCode} ${place.adminCode}`) ?? null),
    adminCode: place.adminCode,
    country: place.countryCode,
    latitude: place.latitude,
    longitude: place.longitude,
    radiusKm: place.radiusKm,
    airportCode: place.airportCode
  }
})

const ofProperty = (property: Property): Candidate => ({
  prominence: property.reviewCount ?? 0,
  found: {
    id: property.documentId,
    type: "property",
    name: property.name,
    subtitle: property.city,
    region: property.state,
    adminCode: null,
    country: property.country,
    latitude: property.latitude,
    longitude: property.longitude,
    radiusKm: null,
    airportCode: null
  }
})

const leastProminent = Order.flip(
  Order.combine(
    Order.mapInput(Order.flip(Order.Number), ({ prominence }: Place) => prominence),
    Order.mapInput(binaryOrder, ({ sourceId }: Place) => sourceId)
  )
)

/** The defaults of `pg_trgm`. */
const threshold = { whole: Math.fround(0.3), word: Math.fround(0.6) }

const stepOf =
  (text: string) =>
  (candidate: Candidate): ReadonlyArray<Ranked> => {
    const name = searchText(candidate.found.name)
    const at = (step: number, likeness = 0) => [{ ...candidate, step, likeness }]
    if (candidate.found.airportCode === text.toUpperCase()) return at(0)
    if (name.startsWith(text)) return at(1)
    if (name.includes(` ${text}`)) return at(2)
    if (text.length < minSimilarityLength) return []
    const [whole, word] = [similarity(name, text), wordSimilarity(text, name)]
    return whole >= threshold.whole || word >= threshold.word ? at(3, Math.max(whole, word)) : []
  }

const likeliest = Order.combineAll([
  Order.mapInput(Order.Number, ({ step }: Ranked) => step),
  Order.mapInput(Order.flip(Order.Number), ({ likeness }: Ranked) => likeness),
  Order.mapInput(Order.flip(Order.Number), ({ prominence }: Ranked) => prominence),
  Order.mapInput(binaryOrder, ({ found }: Ranked) => found.id)
])

export const layerMemory = Layer.effect(
  Places,
  Effect.gen(function* () {
    const memory = yield* Memory
    return Places.of({
      list: Effect.fnUntraced(function* ({ limit, text, types }) {
        const places = yield* TxHashMap.values(memory.places)
        const regions = new Map(
          places
            .filter(({ kind }) => kind === "region")
            .toSorted(leastProminent)
            .map(({ adminCode, countryCode, name }) => [`${countryCode} ${adminCode}`, name])
        )
        const properties = types.includes("property") ? yield* TxHashMap.values(memory.properties) : []
        return [
          ...places.filter(({ kind }) => types.includes(kind)).map((place) => ofPlace(regions, place)),
          ...properties.filter(({ status }) => status === "published").map(ofProperty)
        ]
          .flatMap(stepOf(text))
          .toSorted(likeliest)
          .slice(0, limit)
          .map(({ found }) => found)
      }, Effect.tx),
      listRegions: Effect.fnUntraced(function* (wanted) {
        const places = yield* TxHashMap.values(memory.places)
        return places
          .filter(({ kind, name }) => kind === "region" && searchText(name) === wanted)
          .map(({ adminCode, countryCode, name }) => ({ name, adminCode, country: countryCode }))
      }, Effect.tx),
      insert: Effect.fnUntraced(function* (rows) {
        const existing = yield* TxHashMap.values(memory.places)
        const ids = new Map(existing.map(({ id, sourceId }) => [sourceId, id]))
        let next = existing.reduce((most, { id }) => Math.max(most, id), 0)
        for (const row of rows) {
          const id = ids.get(row.sourceId) ?? ++next
          yield* TxHashMap.set(memory.places, String(id), { ...row, id })
        }
      }, Effect.tx)
    })
  })
)
