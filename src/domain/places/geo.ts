import { Schema } from "effect"

export const Latitude = Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 }))
export const Longitude = Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 }))

/** A bounding box in degrees; if `west` is greater than `east`, it crosses the antimeridian. */
export const Bounds = Schema.Struct({
  north: Latitude.annotateKey({ description: "Northern edge in degrees" }),
  south: Latitude.annotateKey({ description: "Southern edge in degrees" }),
  east: Longitude.annotateKey({ description: "Eastern edge in degrees" }),
  west: Longitude.annotateKey({ description: "Western edge in degrees; greater than `east` across the antimeridian" })
}).annotate({
  identifier: "Bounds"
})
export interface Bounds extends Schema.Schema.Type<typeof Bounds> {}

export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

/** Mean radius of the earth in km (IUGG). */
export const earthRadiusKm = 6371.0088

const radians = (degrees: number) => (degrees * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI

/** Great-circle distance in km, by the haversine. */
export const distanceKm = (a: Coordinates, b: Coordinates): number => {
  const upright = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const across = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const chord = upright + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * across
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** On each side of Greenwich, the longitude farthest from the antimeridian; null if there is none. */
interface Sides {
  readonly westmostEastern: number | null
  readonly eastmostWestern: number | null
}

/**
 * The bounds across the antimeridian, if these are narrower than those from the lowest to the highest longitude and
 * span at most half of the globe; else the bounds as they are (MEM-021).
 */
export const narrowed = (bounds: Bounds, { eastmostWestern, westmostEastern }: Sides): Bounds => {
  if (eastmostWestern === null || westmostEastern === null) return bounds
  const across = eastmostWestern + 360 - westmostEastern
  return across <= 180 && across < bounds.east - bounds.west
    ? { ...bounds, east: eastmostWestern, west: westmostEastern }
    : bounds
}

/** Whether a place lies in the bounds, edges included. */
export const isWithin = ({ east, north, south, west }: Bounds, { latitude, longitude }: Coordinates): boolean =>
  latitude <= north &&
  latitude >= south &&
  (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east)

/** An upper bound of the rounding error of a coordinate, in degrees. */
const slack = 1e-7

const wrapped = (longitude: number) =>
  longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude

/** The smallest bounds that contain every place within `radiusKm`; around a pole they span all longitudes. */
export const boundsAround = ({ latitude, longitude }: Coordinates, radiusKm: number): Bounds => {
  const angle = radiusKm / earthRadiusKm
  const north = latitude + degrees(angle) + slack
  const south = latitude - degrees(angle) - slack
  const capped = { north: Math.min(90, north), south: Math.max(-90, south) }
  if (north >= 90 || south <= -90) return { ...capped, east: 180, west: -180 }
  const reach = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(latitude))))) + slack
  if (reach >= 180) return { ...capped, east: 180, west: -180 }
  return { ...capped, east: wrapped(longitude + reach), west: wrapped(longitude - reach) }
}
