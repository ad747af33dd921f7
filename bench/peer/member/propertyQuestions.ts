/** JSON Schemas of the bodies of the property search. Stays are not measured, so dates are not accepted. */
const latitude = { type: "number", minimum: -90, maximum: 90 } as const
const longitude = { type: "number", minimum: -180, maximum: 180 } as const
const points = { type: "number", minimum: 0 } as const
const names = { type: "array", maxItems: 100, items: { type: "string", minLength: 1, maxLength: 200 } } as const

const filters = {
  priceRange: { type: "object", properties: { min: points, max: points } },
  guestRating: { type: "number", minimum: 1, maximum: 5 },
  amenities: names,
  propertyTypes: names,
  brands: names
} as const

export const searchBody = {
  type: "object",
  properties: {
    limit: { type: "integer", minimum: 1, default: 20 },
    offset: { type: "integer", minimum: 0, default: 0 },
    location: {
      type: "object",
      required: ["latitude", "longitude", "radius"],
      properties: { latitude, longitude, radius: { type: "number", exclusiveMinimum: 0 } }
    },
    ...filters,
    tags: names,
    maxGuests: { type: "integer", exclusiveMinimum: 0 }
  },
  required: ["location"]
} as const

export const mapBody = {
  type: "object",
  required: ["bounds", "zoom"],
  properties: {
    bounds: {
      type: "object",
      required: ["north", "south", "east", "west"],
      properties: { north: latitude, south: latitude, east: longitude, west: longitude }
    },
    zoom: { type: "number", minimum: 0, maximum: 30 },
    filters: { type: "object", properties: filters },
    clusterRadius: { type: "number", exclusiveMinimum: 0, maximum: 10_000, default: 50 }
  }
} as const

export const suggestionsBody = {
  type: "object",
  required: ["query"],
  properties: {
    query: { type: "string", minLength: 2, maxLength: 200 },
    limit: { type: "integer", minimum: 1, maximum: 25, default: 10 }
  }
} as const
