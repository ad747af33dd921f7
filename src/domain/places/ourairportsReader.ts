import {
  coordinatesOf,
  countryCodeOf,
  type PlaceLine,
  type PlaceReader,
  rejected,
  skipped,
  textOf
} from "./PlaceLine.ts"

const requiredColumns = [
  "ident",
  "type",
  "name",
  "latitude_deg",
  "longitude_deg",
  "iso_country",
  "iso_region",
  "municipality",
  "scheduled_service",
  "iata_code"
] as const

type Column = (typeof requiredColumns)[number]

/** Prominence of an airport as an equivalent number of people. */
const prominences: Readonly<Record<string, number>> = {
  large_airport: 1_000_000,
  medium_airport: 200_000,
  small_airport: 20_000
}

/** The fields of a CSV line, or the problem as text. */
const fieldsOf = (line: string): ReadonlyArray<string> | string => {
  const fields: Array<string> = []
  let at = 0
  while (at <= line.length) {
    if (line.charAt(at) !== '"') {
      const end = line.indexOf(",", at)
      const field = line.slice(at, end === -1 ? line.length : end)
      if (field.includes('"')) return "a quote inside a field that does not begin with one"
      fields.push(field)
      at = end === -1 ? line.length + 1 : end + 1
      continue
    }
    let field = ""
    for (at++; ; at++) {
      const end = line.indexOf('"', at)
      if (end === -1) return "a quote is not closed"
      field += line.slice(at, end)
      at = end + 1
      if (line.charAt(at) !== '"') break
      field += '"'
    }
    if (at < line.length && line.charAt(at) !== ",") return "something follows a closing quote"
    fields.push(field)
    at++
  }
  return fields
}

const readWith = (header: ReadonlyArray<string>) => {
  const positions = new Map(header.map((name, index) => [name, index]))
  return (line: string): PlaceLine => {
    if (line === "") return skipped
    const fields = fieldsOf(line)
    if (typeof fields === "string") return rejected(fields)
    if (fields.length !== header.length) return rejected(`${fields.length} columns instead of ${header.length}`)
    const field = (column: Column) => fields[positions.get(column) ?? -1]
    const prominence = prominences[field("type") ?? ""]
    const code = textOf(field("iata_code"))
    const airportCode = code !== null && /^[A-Z]{3}$/u.test(code) ? code : null
    if (prominence === undefined || (airportCode === null && field("scheduled_service") !== "yes")) return skipped
    const [ident, name] = [textOf(field("ident")), textOf(field("name"))]
    if (ident === null) return rejected("there is no ident")
    if (name === null) return rejected("there is no name")
    const at = coordinatesOf(field("latitude_deg"), field("longitude_deg"))
    if (typeof at === "string") return rejected(at)
    return {
      _tag: "place",
      place: {
        sourceId: `ourairports:${ident}`,
        kind: "airport",
        name,
        subtitle: textOf(field("municipality")),
        countryCode: countryCodeOf(field("iso_country")),
        adminCode: textOf(field("iso_region")?.split("-").slice(1).join("-")),
        ...at,
        radiusKm: 30,
        prominence,
        airportCode
      }
    }
  }
}

/**
 * Reads `airports.csv` of OurAirports: airports with an IATA code or scheduled flights, excluding heliports and the
 * like. Undefined if the first line lacks a required column.
 */
export const ourairportsReader = (firstLine: string): PlaceReader | undefined => {
  const header = fieldsOf(firstLine.replace(/^\u{feff}/u, ""))
  return typeof header !== "string" && requiredColumns.every((column) => header.includes(column))
    ? { read: readWith(header) }
    : undefined
}
