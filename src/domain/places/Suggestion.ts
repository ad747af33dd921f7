import { Schema } from "effect"
import { Known } from "../shared/Known.ts"
import { Latitude, Longitude } from "./geo.ts"
import { PlaceKind } from "./Place.ts"

/** What can be suggested: places by kind, and properties themselves (MEM-036). */
export const SuggestionType = Schema.Literals([...PlaceKind.literals, "property"])
export type SuggestionType = typeof SuggestionType.Type

/**
 * Where to look for properties, or one of them (MEM-037). A property's id is its document id; what is not known is left
 * out.
 */
export const Suggestion = Schema.Struct({
  id: Schema.String,
  type: SuggestionType,
  name: Schema.String,
  subtitle: Known(Schema.String),
  coordinates: Schema.Struct({ latitude: Latitude, longitude: Longitude }).annotate({ identifier: "Coordinates" }),
  radius: Known(Schema.Finite).annotateKey({ description: "Kilometres to search around a place" }),
  propertyCount: Known(Schema.Int).annotateKey({
    description: "Published properties within the radius, or in the country"
  }),
  countryCode: Known(Schema.String).annotateKey({ description: "ISO 3166-1, two letters" }),
  airportCode: Known(Schema.String).annotateKey({ description: "IATA code, of airports" })
}).annotate({ identifier: "Suggestion" })
export interface Suggestion extends Schema.Schema.Type<typeof Suggestion> {}
