import { Schema } from "effect"
import { Latitude, Longitude } from "./geo.ts"
import { PlaceKind } from "./Place.ts"

/** The types of suggestions: kinds of places, and properties (MEM-036). */
export const SuggestionType = Schema.Literals([...PlaceKind.literals, "property"])
export type SuggestionType = typeof SuggestionType.Type

/** A place to search around, or a property (MEM-037). A property's id is its document id; unknown fields are absent. */
export const Suggestion = Schema.Struct({
  id: Schema.String.annotateKey({ description: "Id of the place or property" }),
  type: SuggestionType.annotateKey({ description: "Kind of suggestion" }),
  name: Schema.String.annotateKey({ description: "Name in English" }),
  subtitle: Schema.optionalKey(Schema.String).annotateKey({ description: "Location, as text" }),
  coordinates: Schema.Struct({
    latitude: Latitude.annotateKey({ description: "Degrees north of the equator, WGS 84" }),
    longitude: Longitude.annotateKey({ description: "Degrees east of Greenwich, WGS 84" })
  })
    .annotate({ identifier: "Coordinates" })
    .annotateKey({ description: "Its centre" }),
  /** Kilometres to search around a place. */
  radius: Schema.optionalKey(Schema.Finite).annotateKey({ description: "Kilometres around the centre to search in" }),
  /**
   * Published properties in the country or region. For any other place, and for a region that no property names as its
   * state, those within the radius.
   */
  propertyCount: Schema.optionalKey(Schema.Int).annotateKey({
    description: "Properties in the country or region, or within the radius of another place"
  }),
  /** ISO 3166-1, two letters. */
  countryCode: Schema.optionalKey(Schema.String).annotateKey({ description: "ISO 3166-1 alpha-2" }),
  /** IATA code, of airports. */
  airportCode: Schema.optionalKey(Schema.String).annotateKey({ description: "IATA code, of airports" })
}).annotate({ identifier: "Suggestion" })
export interface Suggestion extends Schema.Schema.Type<typeof Suggestion> {}
