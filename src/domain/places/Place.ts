import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"
import { maxInt } from "../shared/maxInt.ts"
import { Latitude, Longitude } from "./geo.ts"

export const PlaceKind = Schema.Literals(["city", "region", "country", "airport", "landmark"])
export type PlaceKind = typeof PlaceKind.Type

/**
 * A place to search around, within `radiusKm` of its centre. `sourceId` starts with the source's name and is its id on
 * the member surface. `prominence` ranks places: inhabitants, or an equivalent number of people.
 */
export const Place = Schema.Struct({
  id: RowId,
  sourceId: Schema.NonEmptyString,
  kind: PlaceKind,
  name: Schema.NonEmptyString,
  /** The source's addition to region and country, such as the town of an airport. */
  subtitle: Schema.NullOr(Schema.NonEmptyString),
  countryCode: Schema.NullOr(Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/u))),
  /** The region's code within the country. */
  adminCode: Schema.NullOr(Schema.NonEmptyString),
  latitude: Latitude,
  longitude: Longitude,
  radiusKm: Schema.Finite.check(Schema.isGreaterThan(0)),
  prominence: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxInt })),
  /** IATA code; airports only (MEM-037). */
  airportCode: Schema.NullOr(Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/u)))
})
export type Place = typeof Place.Type
