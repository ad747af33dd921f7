import { Schema } from "effect"
import { Bounds } from "../places/geo.ts"
import { Property } from "./Property.ts"
import { PropertyItem } from "./PropertyItem.ts"

/** The most properties in a search with markers (MEM-022, A-57). */
export const markerCap = 3000

/** The orders of a search; ties by id (MEM-012). */
export const PropertySort = Schema.Literals(["recommended", "price_low", "price_high", "rating", "distance"])
export type PropertySort = typeof PropertySort.Type

const NightlyCost = Schema.Int.annotate({ description: "Points per night" })

/** A property as a point on a map (MEM-020). */
export const PropertyMarker = Schema.Struct({
  id: Property.fields.id,
  latitude: Property.fields.latitude,
  longitude: Property.fields.longitude,
  nightlyCost: NightlyCost
}).annotate({ identifier: "PropertyMarker" })
export interface PropertyMarker extends Schema.Schema.Type<typeof PropertyMarker> {}

const Viewport = Schema.Struct({ bounds: Bounds }).annotate({
  identifier: "SearchViewport",
  description: "Holds every match; left out when there is none"
})

/** A page of a search (MEM-019 to MEM-022). With markers, everything comes from the first 3000 matches. */
export const PropertySearchPage = Schema.Struct({
  items: Schema.Array(PropertyItem),
  total: Schema.Int,
  limit: Schema.Int,
  offset: Schema.Int,
  markers: Schema.optionalKey(Schema.Array(PropertyMarker)),
  searchViewport: Schema.optionalKey(Viewport)
}).annotate({ identifier: "PropertySearchPage" })

export const MapImage = Schema.Struct({ url: Schema.String, alt: Schema.optionalKey(Schema.String) }).annotate({
  identifier: "MapImage"
})
export type MapImage = typeof MapImage.Type

/** A property on a map (MEM-030). `available` is present only with dates. */
export const MapProperty = Schema.Struct({
  ...PropertyMarker.fields,
  name: Property.fields.name,
  guestRating: Schema.optionalKey(Schema.Finite),
  heroImage: Schema.optionalKey(MapImage),
  available: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "MapProperty" })
export interface MapProperty extends Schema.Schema.Type<typeof MapProperty> {}

/** Two or more properties shown as one (MEM-031): their mean point, their bounds, and their costs in points. */
export const PropertyCluster = Schema.Struct({
  id: Schema.String,
  latitude: Property.fields.latitude,
  longitude: Property.fields.longitude,
  propertyCount: Schema.Int,
  averageCost: Schema.Int,
  costRange: Schema.Struct({ min: Schema.Int, max: Schema.Int }),
  bounds: Bounds
}).annotate({ identifier: "PropertyCluster" })
export interface PropertyCluster extends Schema.Schema.Type<typeof PropertyCluster> {}

/** Every property in view, alone or in one cluster: `total` counts all of them (MEM-032, A-58). */
export const PropertyMap = Schema.Struct({
  properties: Schema.Array(MapProperty),
  clusters: Schema.Array(PropertyCluster),
  total: Schema.Int,
  viewport: Schema.Struct({ bounds: Bounds, zoom: Schema.Finite })
}).annotate({ identifier: "PropertyMap" })

const Choice = Schema.Struct({
  id: Schema.String.annotate({ description: "What the filter takes" }),
  name: Schema.String,
  count: Schema.Int
}).annotate({ identifier: "FilterChoice" })
export interface Choice extends Schema.Schema.Type<typeof Choice> {}

/** The available filter choices over all published properties, most frequent first (MEM-114). */
export const PropertyFilters = Schema.Struct({
  amenities: Schema.Array(Choice),
  propertyTypes: Schema.Array(Choice),
  brands: Schema.Array(Choice),
  tags: Schema.Array(Choice),
  priceRange: Schema.Struct({ min: Schema.Int, max: Schema.Int }).annotate({ identifier: "OfferedPriceRange" }),
  maxGuests: Schema.Int
}).annotate({ identifier: "PropertyFilters" })
export interface PropertyFilters extends Schema.Schema.Type<typeof PropertyFilters> {}
