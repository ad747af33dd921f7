import { Latitude, Longitude } from "./geo.ts"
import type { Place } from "./Place.ts"
import { Option, Schema } from "effect"

/** A place before it has a number. */
export type NewPlace = Omit<Place, "id">

/** What a line of a file comes to: a place, nothing to look for, or a reason why it cannot be read. */
export type PlaceLine =
  | { readonly _tag: "place"; readonly place: NewPlace }
  | { readonly _tag: "skipped" }
  | { readonly _tag: "rejected"; readonly reason: string }

/** A file's lines one by one; its first line may say how to read the others. */
export interface PlaceReader {
  readonly read: (line: string) => PlaceLine
}

export const skipped: PlaceLine = { _tag: "skipped" }

export const rejected = (reason: string): PlaceLine => ({ _tag: "rejected", reason })

const number = (text: string | undefined) => (text === undefined || text.trim() === "" ? Number.NaN : Number(text))

/** A latitude and a longitude, or why they are none. */
export const coordinatesOf = (latitude: string | undefined, longitude: string | undefined) => {
  const at = { latitude: number(latitude), longitude: number(longitude) }
  if (Option.isNone(asLatitude(at.latitude))) return `latitude ${String(latitude)} is not between -90 and 90`
  return Option.isNone(asLongitude(at.longitude)) ? `longitude ${String(longitude)} is not between -180 and 180` : at
}

const asLatitude = Schema.decodeUnknownOption(Latitude)
const asLongitude = Schema.decodeUnknownOption(Longitude)

const most = 2_147_483_647

/** How many people a number in a file says; none where it says nothing. */
export const peopleOf = (text: string | undefined): number => {
  const people = Math.trunc(number(text))
  return Number.isFinite(people) ? Math.min(most, Math.max(0, people)) : 0
}

/** A text, or null where there is none. */
export const textOf = (text: string | undefined): string | null => {
  const trimmed = (text ?? "").trim()
  return trimmed === "" ? null : trimmed
}

/** An ISO code of two letters, or null for anything else. */
export const countryCodeOf = (text: string | undefined): string | null =>
  text !== undefined && /^[A-Z]{2}$/u.test(text) ? text : null
