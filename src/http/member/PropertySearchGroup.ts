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
import { orNoBody } from "../surface/orNoBody.ts"
import { withDefault } from "../surface/withDefault.ts"
import { memberFailure } from "./memberFailure.ts"
import { read } from "./verbs.ts"

const mostItems = 100

/** More than 100 mean 100: the effective limit is echoed. */
const ClampedLimit = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({ decode: (asked) => Math.min(asked, mostItems), encode: (limit) => limit })
  )
)

const dates = Schema.optionalKey(StayDates).annotateKey({ description: "The check-in is not before yesterday in UTC" })

const SearchBody = Schema.Struct({
  limit: withDefault(ClampedLimit, 20).pipe(
    Schema.annotateEncoded({ description: "Items per page; more than 100 mean 100" })
  ),
  offset: withDefault(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), 0).pipe(
    Schema.annotateEncoded({
      description: "Items to skip"
    })
  ),
  sort: withDefault(PropertySort, "recommended").pipe(
    Schema.annotateEncoded({
      description: "`distance` needs latitude and longitude; `recommended` is the member's own order"
    })
  ),
  includeMarkers: withDefault(Schema.Boolean, false).pipe(
    Schema.annotateEncoded({
      description: "Adds a marker of every match; only the first 3000 matches count then"
    })
  ),
  dates,
  location: Schema.optionalKey(SearchLocation),
  ...commonFilters,
  ...searchFilters
}).check(
  Schema.makeFilter(({ location, sort }) =>
    sort === "distance" && location?.latitude === undefined
      ? { path: ["sort"], issue: "`distance` needs latitude and longitude" }
      : undefined
  )
)

const everything = { limit: 20, offset: 0, sort: "recommended", includeMarkers: false } as const

const MapBounds = Bounds.check(
  Schema.makeFilter(({ north, south }) =>
    north < south ? { path: ["north"], issue: "must not be south of `south`" } : undefined
  )
)

const MapBody = Schema.Struct({
  bounds: MapBounds.annotateKey({ description: "A west greater than the east crosses the antimeridian" }),
  zoom: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 30 })),
  dates,
  filters: Schema.optionalKey(Schema.Struct(commonFilters)),
  enableClustering: withDefault(Schema.Boolean, true),
  clusterRadius: withDefault(Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(10_000)), 50).pipe(
    Schema.annotateEncoded({ description: "Pixels" })
  )
})

const SuggestionsBody = Schema.Struct({
  query: Schema.Trim.check(Schema.isBetweenLength(2, 200)),
  limit: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 25 })), 10),
  types: Schema.optionalKey(Schema.Array(SuggestionType)).annotateKey({ description: "Only these; none means all" })
})

const Suggestions = Schema.Struct({ suggestions: Schema.Array(Suggestion) }).annotate({ identifier: "Suggestions" })

const HydrateBody = Schema.Struct({
  documentIds: Schema.Array(Schema.NonEmptyString).check(Schema.isBetweenLength(1, 50)),
  dates
})

const HydratedItems = Schema.Struct({ items: Schema.Array(PropertyItem) }).annotate({ identifier: "HydratedItems" })

const datedFailures = [memberFailure(StayPast)] as const

/** Looking for a property: as a list, on a map, by name (MEM-010 to MEM-037, MEM-114). Unknown fields of bodies are ignored. */
export class PropertySearchGroup extends HttpApiGroup.make("propertySearch")
  .add(
    read.post("searchProperties", "/properties/search", {
      payload: orNoBody(SearchBody, everything),
      success: PropertySearchPage,
      errors: datedFailures,
      summary: "Search properties",
      description: [
        "Without a body every property matches. The order of `recommended` is the member's own and stays the same from",
        "page to page. With dates only properties with a room for every night match, and cost the mean of the nights."
      ].join(" ")
    }),
    read.post("hydrateProperties", "/properties/search/hydrate", {
      payload: HydrateBody,
      success: HydratedItems,
      errors: datedFailures,
      summary: "Properties by document id",
      description: "In the order asked for; unknown ids are left out."
    }),
    read.post("mapProperties", "/properties/map", {
      payload: MapBody,
      success: PropertyMap,
      errors: datedFailures,
      summary: "Properties on a map",
      description: [
        "Every property in view is shown once: above zoom 15 by itself, from 10 to 15 in a cluster with those near it,",
        "below 10 in clusters of clusters. With dates each says whether it is available."
      ].join(" ")
    }),
    read.post("suggestPlaces", "/properties/suggestions", {
      payload: SuggestionsBody,
      success: Suggestions,
      summary: "Suggest places and properties",
      description: "Case and accents do not matter. Names that begin with the query come before similar ones."
    }),
    read.get("listPropertyFilters", "/properties/filters", {
      success: PropertyFilters,
      summary: "What there is to filter by",
      description: "Over all published properties, the most frequent first."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Property search", description: "Properties as a list and on a map" })) {}
