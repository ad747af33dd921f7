import { Option, Schema } from "effect"
import { Latitude, Longitude } from "./geo.ts"
import type { Place } from "./Place.ts"
import { maxInt } from "../shared/maxInt.ts"

/** A place before it has a row id. */
export type NewPlace = Omit<Place, "id">

/** The result of reading a line: a place, skipped as irrelevant, or rejected with a reason. */
export type PlaceLine =
  | { readonly _tag: "place"; readonly place: NewPlace }
  | { readonly _tag: "skipped" }
  | { readonly _tag: "rejected"; readonly reason: string }

/** Reads a file line by line; the first line may define how to read the others. */
export interface PlaceReader {
  readonly read: (line: string) => PlaceLine
}

export const skipped: PlaceLine = { _tag: "skipped" }

export const rejected = (reason: string): PlaceLine => ({ _tag: "rejected", reason })

const number = (text: string | undefined) => (text === undefined || text.trim() === "" ? Number.NaN : Number(text))

/** A latitude and a longitude, or why they are invalid. */
export const coordinatesOf = (latitude: string | undefined, longitude: string | undefined) => {
  const at = { latitude: number(latitude), longitude: number(longitude) }
  if (Option.isNone(asLatitude(at.latitude))) return `latitude ${String(latitude)} is not between -90 and 90`
  return Option.isNone(asLongitude(at.longitude)) ? `longitude ${String(longitude)} is not between -180 and 180` : at
}

const asLatitude = Schema.decodeUnknownOption(Latitude)
const asLongitude = Schema.decodeUnknownOption(Longitude)

/** The number of people in a field; 0 if there is none. */
export const peopleOf = (text: string | undefined): number => {
  const people = Math.trunc(number(text))
  return Number.isFinite(people) ? Math.min(maxInt, Math.max(0, people)) : 0
}

/** The text, or null if empty. */
export const textOf = (text: string | undefined): string | null => {
  const trimmed = (text ?? "").trim()
  return trimmed === "" ? null : trimmed
}

/** A two-letter ISO code, or null for anything else. */
export const countryCodeOf = (text: string | undefined): string | null =>
  text !== undefined && /^[A-Z]{2}$/u.test(text) ? text : null
