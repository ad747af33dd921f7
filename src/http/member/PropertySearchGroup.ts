import { Schema, SchemaTransformation } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Bounds } from "../../domain/places/geo.ts"
import { Suggestion, SuggestionType } from "../../domain/places/Suggestion.ts"
import { StayPast } from "../../domain/properties/PropertyErrors.ts"
import { commonFilters, SearchLocation, searchFilters, StayDates } from "../../domain/properties/PropertyFilter.ts"
import { PropertyItem } from "../../domain/properties/PropertyItem.ts"
import {
  PropertyFilters,
  PropertyMap,
  PropertySearchPage,
  PropertySort
} from "../../domain/properties/PropertySearch.ts"
import { characters } from "../../domain/shared/characters.ts"
import { orNoBody } from "../surface/schemas/orNoBody.ts"
import { withDefault } from "../surface/schemas/withDefault.ts"
import { memberFailure } from "./memberFailure.ts"
import { read } from "./verbs.ts"

const maxItems = 100

/** An integer of any size, including those that JavaScript rounds. */
const AnyInteger = Schema.Finite.check(
  Schema.makeFilter(Number.isInteger, { expected: "an integer", toJsonSchema: () => ({ type: "integer" }) })
)

/** Values above 100 are clamped to 100; the response reports the effective limit. */
const ClampedLimit = AnyInteger.check(Schema.isGreaterThanOrEqualTo(1)).pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({ decode: (limit) => Math.min(limit, maxItems), encode: (limit) => limit })
  )
)

const dates = Schema.optionalKey(StayDates).annotateKey({
  description: "Dates of the stay. Check-in must not be earlier than yesterday in UTC."
})

const SearchBody = Schema.Struct({
  limit: withDefault(ClampedLimit, 20).pipe(
    Schema.annotateEncoded({ description: "Items per page; values above 100 are treated as 100" })
  ),
  offset: withDefault(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), 0).pipe(
    Schema.annotateEncoded({
      description: "Number of items to skip"
    })
  ),
  sort: withDefault(PropertySort, "recommended").pipe(
    Schema.annotateEncoded({
      description: "`distance` requires latitude and longitude; `recommended` is specific to the member"
    })
  ),
  includeMarkers: withDefault(Schema.Boolean, false).pipe(
    Schema.annotateEncoded({
      description: "Adds a map marker for every match and limits matches to the first 3000"
    })
  ),
  dates,
  location: Schema.optionalKey(SearchLocation).annotateKey({ description: "Where to search" }),
  ...commonFilters,
  ...searchFilters
}).check(
  Schema.makeFilter(({ location, sort }) =>
    sort === "distance" && location?.latitude === undefined
      ? { path: ["sort"], issue: "`distance` requires latitude and longitude" }
      : undefined
  )
)

const noCriteria = { limit: 20, offset: 0, sort: "recommended", includeMarkers: false } as const

const MapBounds = Bounds.check(
  Schema.makeFilter(({ north, south }) =>
    north < south ? { path: ["north"], issue: "must not be south of `south`" } : undefined
  )
)

const MapBody = Schema.Struct({
  bounds: MapBounds.annotateKey({
    description: "Visible area of the map. If `west` is greater than `east`, it crosses the antimeridian."
  }),
  zoom: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 30 })).annotateKey({
    description: "Zoom level of the map; determines how properties are clustered"
  }),
  dates,
  filters: Schema.optionalKey(Schema.Struct(commonFilters)).annotateKey({
    description: "Only properties that match all filters"
  }),
  enableClustering: withDefault(Schema.Boolean, true).pipe(
    Schema.annotateEncoded({
      description: "Whether to cluster nearby properties; if false, every property is returned individually"
    })
  ),
  clusterRadius: withDefault(Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(10_000)), 50).pipe(
    Schema.annotateEncoded({ description: "Cluster radius in pixels" })
  )
})

const SuggestionsBody = Schema.Struct({
  query: Schema.String.check(Schema.isMaxLength(1000)).pipe(
    Schema.decodeTo(Schema.String.check(characters(2, 200)), SchemaTransformation.trim()),
    Schema.annotateEncoded({
      description: "Start of a name: 2 to 200 characters after trimming"
    })
  ),
  limit: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 25 })), 10).pipe(
    Schema.annotateEncoded({ description: "Maximum number of suggestions" })
  ),
  types: Schema.optionalKey(Schema.Array(SuggestionType).check(Schema.isMaxLength(20))).annotateKey({
    description: "Only suggestions of these types; all types if empty or absent"
  })
})

const Suggestions = Schema.Struct({
  suggestions: Schema.Array(Suggestion).annotateKey({ description: "Suggestions, best match first" })
}).annotate({ identifier: "Suggestions" })

const HydrateBody = Schema.Struct({
  documentIds: Schema.Array(Schema.String.check(Schema.isBetweenLength(1, 180)))
    .check(Schema.isBetweenLength(1, 50))
    .annotateKey({ description: "Document ids of 1 to 50 properties" }),
  dates
})

const HydratedItems = Schema.Struct({
  items: Schema.Array(PropertyItem).annotateKey({ description: "Properties, in the order of the request" })
}).annotate({ identifier: "HydratedItems" })

const datedFailures = [memberFailure(StayPast)] as const

/** Property search: list, map and suggestions (MEM-010 to MEM-037, MEM-114). Unknown fields of bodies are ignored. */
export class PropertySearchGroup extends HttpApiGroup.make("propertySearch")
  .add(
    read.post("searchProperties", "/properties/search", {
      payload: orNoBody(SearchBody, noCriteria),
      success: PropertySearchPage,
      errors: datedFailures,
      summary: "Search properties",
      description: [
        "Without a body, every property matches. The `recommended` order is specific to the member and stable across",
        "pages. With dates, only properties with a room available every night match, and the price is the average per",
        "night."
      ].join(" ")
    }),
    read.post("hydrateProperties", "/properties/search/hydrate", {
      payload: HydrateBody,
      success: HydratedItems,
      errors: datedFailures,
      summary: "Get properties by document id",
      description: "Returns properties in the order of the request; unknown ids are omitted."
    }),
    read.post("mapProperties", "/properties/map", {
      payload: MapBody,
      success: PropertyMap,
      errors: datedFailures,
      summary: "List properties on a map",
      description: [
        "Every property within the bounds appears once: individually above zoom 15, clustered with nearby properties",
        "from 10 to 15, and in merged clusters below 10. With dates, each property includes its availability."
      ].join(" ")
    }),
    read.post("suggestPlaces", "/properties/suggestions", {
      payload: SuggestionsBody,
      success: Suggestions,
      summary: "Suggest places and properties",
      description: "Ignores case and accents. Names that start with the query come before similar names."
    }),
    read.get("listPropertyFilters", "/properties/filters", {
      success: PropertyFilters,
      summary: "List filter values",
      description: "Lists the filter values of all published properties, most frequent first."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Property search", description: "Search properties as a list or on a map" })
  ) {}
