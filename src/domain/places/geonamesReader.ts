import { countryOfCode } from "./countries.ts"
import type { PlaceKind } from "./Place.ts"
import {
  coordinatesOf,
  countryCodeOf,
  peopleOf,
  type PlaceLine,
  type PlaceReader,
  rejected,
  skipped,
  textOf
} from "./PlaceLine.ts"

const columns = 19

const landmarks = new Set(
  "S.AMTH S.ANS S.CSTL S.GDN S.HSTS S.MNMT S.MUS S.OPRA S.PAL S.PYR S.PYRS S.RUIN S.SQR S.STDM S.TOWR S.ZOO L.AMUS H.FLLS".split(
    " "
  )
)

const countries = new Set(["PCLI", "PCLD", "PCLS", "PCLF", "PCLIX", "TERR"])

/** Sections of populated places, and former places. */
const notCities = new Set(["PPLX", "PPLH", "PPLQ", "PPLW", "PPLCH"])

const isSeat = (code: string) => code === "PPLC" || code.startsWith("PPLA")

const kindOf = (featureClass: string, code: string, people: number): PlaceKind | undefined => {
  if (featureClass === "A" && countries.has(code)) return "country"
  if (featureClass === "A" && code === "ADM1") return "region"
  if (featureClass === "P" && !notCities.has(code) && (people > 0 || isSeat(code))) return "city"
  return landmarks.has(`${featureClass}.${code}`) ? "landmark" : undefined
}

const radiusOf = (kind: PlaceKind, people: number): number => {
  if (kind === "country") return 500
  if (kind === "region") return 150
  if (kind === "landmark") return 10
  return people > 5_000_000 ? 40 : people > 1_000_000 ? 25 : people > 100_000 ? 15 : 10
}

/** Ranks landmarks above hamlets and below towns. */
const landmarkProminence = 5000

const read = (line: string): PlaceLine => {
  if (line === "") return skipped
  const fields = line.split("\t")
  if (fields.length !== columns) return rejected(`${fields.length} columns instead of ${columns}`)
  const [
    id = "",
    nameField = "",
    ,
    ,
    latitude,
    longitude,
    featureClass = "",
    code = "",
    country,
    ,
    admin,
    ,
    ,
    ,
    population
  ] = fields
  if (!/^\d{1,10}$/u.test(id)) return rejected("the first column is not a number")
  const people = peopleOf(population)
  const kind = kindOf(featureClass, code, people)
  if (kind === undefined) return skipped
  const at = coordinatesOf(latitude, longitude)
  if (typeof at === "string") return rejected(at)
  const countryCode = countryCodeOf(country)
  const countryName = kind === "country" && countryCode !== null ? countryOfCode(countryCode)?.name : undefined
  const name = countryName ?? textOf(nameField)
  if (name === null) return rejected("there is no name")
  return {
    _tag: "place",
    place: {
      sourceId: `geonames:${id}`,
      kind,
      name,
      subtitle: null,
      countryCode,
      adminCode: kind === "country" ? null : textOf(admin),
      ...at,
      radiusKm: radiusOf(kind, people),
      prominence: kind === "landmark" ? landmarkProminence : people,
      airportCode: null
    }
  }
}

/**
 * Reads a GeoNames dump (`allCountries.txt`, `cities500.txt`): inhabited places, first-level regions, countries and
 * sights. Its airports lack codes, so those come from OurAirports.
 */
export const geonamesReader: PlaceReader = { read }
