import type { Dataset } from "../domain/dataset/Dataset.ts"
import { countryOfCode } from "../domain/places/countries.ts"
import type { Place } from "../domain/places/Place.ts"
import { searchText } from "../domain/places/searchText.ts"
import { europeanCities } from "./placesOfEurope.ts"
import { otherCities } from "./placesOfTheWorld.ts"
import { airports, countriesToVisit, landmarks, regions } from "./placesToSee.ts"

/** Every city of the demo data. */
export const demoCities = [...europeanCities, ...otherCities]

type Draft = Omit<Place, "id" | "sourceId" | "subtitle" | "airportCode" | "adminCode"> &
  Partial<Pick<Place, "subtitle" | "airportCode" | "adminCode">>

const cityRadius = (thousands: number) => (thousands > 5000 ? 40 : thousands > 1000 ? 25 : 15)

const drafts: ReadonlyArray<Draft> = [
  ...demoCities.map(
    ([name, countryCode, adminCode, latitude, longitude, thousands]): Draft => ({
      kind: "city",
      name,
      countryCode,
      adminCode,
      latitude,
      longitude,
      radiusKm: cityRadius(thousands),
      prominence: thousands * 1000
    })
  ),
  ...airports.map(
    ([airportCode, name, subtitle, countryCode, adminCode, latitude, longitude]): Draft => ({
      kind: "airport",
      name,
      subtitle,
      countryCode,
      adminCode,
      latitude,
      longitude,
      radiusKm: 30,
      prominence: 1_000_000,
      airportCode
    })
  ),
  ...landmarks.map(
    ([name, countryCode, latitude, longitude]): Draft => ({
      kind: "landmark",
      name,
      countryCode,
      latitude,
      longitude,
      radiusKm: 10,
      prominence: 500_000
    })
  ),
  ...regions.map(
    ([adminCode, name, countryCode, latitude, longitude, thousands]): Draft => ({
      kind: "region",
      name,
      countryCode,
      adminCode,
      latitude,
      longitude,
      radiusKm: 150,
      prominence: thousands * 1000
    })
  ),
  ...countriesToVisit.map(
    ([countryCode, latitude, longitude, thousands]): Draft => ({
      kind: "country",
      name: countryOfCode(countryCode)?.name ?? countryCode,
      countryCode,
      latitude,
      longitude,
      radiusKm: 500,
      prominence: thousands * 1000
    })
  )
]

/** The source id of a demo place, such as `demo:city:lisbon`; airports use their code. */
export const demoPlaceId = (kind: Place["kind"], name: string) =>
  `demo:${kind}:${searchText(name).replaceAll(" ", "-")}`

/** Real places at their true coordinates, to about a kilometre. */
export const demoPlaces = (): Pick<Dataset, "places"> => ({
  places: drafts.map(
    (draft, index): Place => ({
      subtitle: null,
      adminCode: null,
      airportCode: null,
      ...draft,
      id: index + 1,
      sourceId: demoPlaceId(draft.kind, draft.airportCode ?? draft.name)
    })
  )
})
