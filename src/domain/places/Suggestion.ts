import { Schema } from "effect"
import { Latitude, Longitude } from "./geo.ts"
import { PlaceKind } from "./Place.ts"

/** What can be suggested: places by kind, and properties (MEM-036). */
export const SuggestionType = Schema.Literals([...PlaceKind.literals, "property"])
export type SuggestionType = typeof SuggestionType.Type

/** A place to search around, or a property (MEM-037). A property's id is its document id; unknown fields are absent. */
export const Suggestion = Schema.Struct({
  id: Schema.String,
  type: SuggestionType,
  name: Schema.String,
  subtitle: Schema.optionalKey(Schema.String),
  coordinates: Schema.Struct({ latitude: Latitude, longitude: Longitude }).annotate({ identifier: "Coordinates" }),
  /** Kilometres to search around a place. */
  radius: Schema.optionalKey(Schema.Finite),
  /** Published properties within the radius, or in the country. */
  propertyCount: Schema.optionalKey(Schema.Int),
  /** ISO 3166-1, two letters. */
  countryCode: Schema.optionalKey(Schema.String),
  /** IATA code, of airports. */
  airportCode: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Suggestion" })
export interface Suggestion extends Schema.Schema.Type<typeof Suggestion> {}
