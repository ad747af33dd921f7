import { Schema } from "effect"
import { Bounds } from "../places/geo.ts"
import { Property } from "./Property.ts"
import { PropertyItem } from "./PropertyItem.ts"

/** Maximum number of properties in a search with markers (MEM-022, A-57). */
export const markerCap = 3000

/** The orders of a search; ties by id (MEM-012). */
export const PropertySort = Schema.Literals(["recommended", "price_low", "price_high", "rating", "distance"])
export type PropertySort = typeof PropertySort.Type

const NightlyCost = Schema.Int.annotate({ description: "Points per night" })

/** A property as a point on a map (MEM-020). */
export const PropertyMarker = Schema.Struct({
  id: Property.fields.id.annotateKey({ description: "Numeric id of the property" }),
  latitude: Property.fields.latitude.annotateKey({ description: "Degrees north of the equator, WGS 84" }),
  longitude: Property.fields.longitude.annotateKey({ description: "Degrees east of Greenwich, WGS 84" }),
  nightlyCost: NightlyCost
}).annotate({ identifier: "PropertyMarker" })
export interface PropertyMarker extends Schema.Schema.Type<typeof PropertyMarker> {}

const Viewport = Schema.Struct({
  bounds: Bounds.annotateKey({ description: "The narrowest bounds around all matches" })
}).annotate({
  identifier: "SearchViewport",
  description: "Encloses every match; absent if there is none"
})

/** A page of a search (MEM-019 to MEM-022). With markers, everything comes from the first 3000 matches. */
export const PropertySearchPage = Schema.Struct({
  items: Schema.Array(PropertyItem).annotateKey({ description: "The properties of this page" }),
  total: Schema.Int.annotateKey({ description: "Number of matches on all pages" }),
  limit: Schema.Int.annotateKey({ description: "Items per page, as applied" }),
  offset: Schema.Int.annotateKey({ description: "Items skipped" }),
  markers: Schema.optionalKey(Schema.Array(PropertyMarker)).annotateKey({
    description: "Every match as a point; only with `includeMarkers`"
  }),
  searchViewport: Schema.optionalKey(Viewport).annotateKey({ description: "Map viewport that encloses every match" })
}).annotate({ identifier: "PropertySearchPage" })

export const MapImage = Schema.Struct({
  url: Schema.String.annotateKey({ description: "URL of the image" }),
  alt: Schema.optionalKey(Schema.String).annotateKey({
    description: "Alternative text"
  })
}).annotate({
  identifier: "MapImage"
})
export type MapImage = typeof MapImage.Type

/** A property on a map (MEM-030). `available` is present only with dates. */
export const MapProperty = Schema.Struct({
  ...PropertyMarker.fields,
  name: Property.fields.name.annotateKey({ description: "Name of the property" }),
  guestRating: Schema.optionalKey(Schema.Finite).annotateKey({ description: "Mean rating by guests, 1 to 5" }),
  heroImage: Schema.optionalKey(MapImage).annotateKey({ description: "A wide image" }),
  available: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Whether a room is available on every night; only with dates"
  })
}).annotate({ identifier: "MapProperty" })
export interface MapProperty extends Schema.Schema.Type<typeof MapProperty> {}

/** Two or more properties shown as one (MEM-031): mean position, bounds, and costs in points. */
export const PropertyCluster = Schema.Struct({
  id: Schema.String.annotateKey({ description: "Id of the cluster at this zoom" }),
  latitude: Property.fields.latitude.annotateKey({ description: "Degrees north of the equator, WGS 84" }),
  longitude: Property.fields.longitude.annotateKey({ description: "Degrees east of Greenwich, WGS 84" }),
  propertyCount: Schema.Int.annotateKey({ description: "Number of properties in the cluster" }),
  averageCost: Schema.Int.annotateKey({ description: "Mean cost in points per night" }),
  costRange: Schema.Struct({
    min: Schema.Int.annotateKey({ description: "Lowest cost in points per night" }),
    max: Schema.Int.annotateKey({ description: "Highest cost in points per night" })
  }).annotateKey({ description: "Range of costs" }),
  bounds: Bounds.annotateKey({ description: "Bounds around its properties" })
}).annotate({ identifier: "PropertyCluster" })
export interface PropertyCluster extends Schema.Schema.Type<typeof PropertyCluster> {}

/** Every property in view, individually or in one cluster: `total` counts all of them (MEM-032, A-58). */
export const PropertyMap = Schema.Struct({
  properties: Schema.Array(MapProperty).annotateKey({ description: "Properties shown individually" }),
  clusters: Schema.Array(PropertyCluster).annotateKey({ description: "Properties shown as clusters" }),
  total: Schema.Int.annotateKey({ description: "Number of properties in view, individually or in a cluster" }),
  viewport: Schema.Struct({
    bounds: Bounds.annotateKey({ description: "The bounds of the request" }),
    zoom: Schema.Finite.annotateKey({ description: "The zoom of the request" })
  }).annotateKey({ description: "The requested viewport" })
}).annotate({ identifier: "PropertyMap" })

const Choice = Schema.Struct({
  id: Schema.String.annotate({ description: "Value for the filter" }),
  name: Schema.String.annotateKey({ description: "Name for display" }),
  count: Schema.Int.annotateKey({ description: "Number of matching properties" })
}).annotate({ identifier: "FilterChoice" })
export interface Choice extends Schema.Schema.Type<typeof Choice> {}

/** The available filter choices over all published properties, most frequent first (MEM-114). */
export const PropertyFilters = Schema.Struct({
  amenities: Schema.Array(Choice).annotateKey({ description: "Amenities to filter by" }),
  propertyTypes: Schema.Array(Choice).annotateKey({ description: "Types to filter by" }),
  brands: Schema.Array(Choice).annotateKey({ description: "Brands to filter by" }),
  tags: Schema.Array(Choice).annotateKey({ description: "Tags to filter by" }),
  priceRange: Schema.Struct({
    min: Schema.Int.annotateKey({ description: "Lowest price in points per night" }),
    max: Schema.Int.annotateKey({ description: "Highest price in points per night" })
  })
    .annotate({ identifier: "OfferedPriceRange" })
    .annotateKey({ description: "Range of existing prices, in points per night" }),
  maxGuests: Schema.Int.annotateKey({ description: "Largest number of guests of any room" })
}).annotate({ identifier: "PropertyFilters" })
export interface PropertyFilters extends Schema.Schema.Type<typeof PropertyFilters> {}
