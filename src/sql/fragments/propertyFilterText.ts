import type { PropertyFilter, Region, StayDates } from "../../domain/properties/PropertyFilter.ts"
import { type Bounds, type Coordinates, earthRadiusKm } from "../../domain/places/geo.ts"

/** A statement as text and parameters, for any PostgreSQL client. */
export interface StatementText {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** Adds a value to the parameters and returns its placeholder. */
export type Bind = (value: unknown, type: string) => string

/** Builds a statement; bound values become its parameters, in binding order. */
export const statementText = (build: (bind: Bind) => string): StatementText => {
  const parameters: Array<unknown> = []
  const text = build((value, type) => `$${parameters.push(value)}::${type}`)
  return { text, parameters }
}

/** A place with its coordinates as parameters. */
export const boundPlace = (bind: Bind, { latitude, longitude }: Coordinates) => ({
  latitude: bind(String(latitude), "float8"),
  longitude: bind(String(longitude), "float8")
})

/** Great-circle distance in km of properties `p` from a point, by the haversine formula. */
export const distanceText = (from: { readonly latitude: string; readonly longitude: string }) => {
  const upright = `power(sin(radians(p.latitude - ${from.latitude}) / 2), 2)`
  const across = `power(sin(radians(p.longitude - ${from.longitude}) / 2), 2)`
  const chord = `${upright} + cos(radians(${from.latitude})) * cos(radians(p.latitude)) * ${across}`
  return `(${2 * earthRadiusKm} * asin(least(1, sqrt(${chord}))))`
}

/** Properties `p` in a box of degrees that does not cross the antimeridian, by the spatial index. */
export const boxText = (west: string, south: string, east: string, north: string) =>
  `point(p.longitude, p.latitude) <@ box(point(${west}, ${south}), point(${east}, ${north}))`

/** Degrees of longitude above which the spatial index excludes too little to help. */
const wide = 90

/** Within the bounds, edges included: the index selects the box, then exact conditions apply. */
const boundsText = (bind: Bind, { east, north, south, west }: Bounds) => {
  const [n, s] = [bind(String(north), "float8"), bind(String(south), "float8")]
  const strip = (from: string, to: string) => {
    const exact = `p.longitude BETWEEN ${from} AND ${to}`
    const isWide = east - west >= 360 || (east - west + 360) % 360 > wide
    return isWide ? exact : `${boxText(from, s, to, n)} AND ${exact}`
  }
  const [w, e] = [bind(String(west), "float8"), bind(String(east), "float8")]
  const across = west <= east ? strip(w, e) : `((${strip(w, "180")}) OR (${strip("-180", e)}))`
  return `p.latitude BETWEEN ${s} AND ${n} AND ${across}`
}

/** Whether every night of a stay is on sale with a room left, and the nightly price; joined as `stay`. */
const nightsText = (bind: Bind, { checkIn, checkOut }: StayDates) => {
  const [from, to] = [bind(checkIn, "date"), bind(checkOut, "date")]
  return `
  CROSS JOIN LATERAL (
    SELECT count(*) = ${to} - ${from} AS available, round(avg(a.nightly_cost_points))::integer AS cost
    FROM property_availability a
    WHERE a.property_id = p.id AND a.date >= ${from} AND a.date < ${to} AND a.rooms_left > 0
  ) stay`
}

const isFilled = (list: ReadonlyArray<string> | undefined) => list !== undefined && list.length > 0

const stateText = (bind: Bind, state: string, regions: ReadonlyArray<Region>) => {
  const isStated = `p.search_state = ${bind(state, "text")}`
  const isIn = regions.map(
    (region) =>
      `p.search_state = ANY(${bind(region.state, "text[]")}) AND p.search_country = ANY(${bind(region.country, "text[]")})`
  )
  return `(${[isStated, ...isIn].join(" OR ")})`
}

const whereTexts = (bind: Bind, filter: PropertyFilter): ReadonlyArray<string> => {
  const { bounds, circle, city, country, regions = [], state } = filter
  return [
    ...(bounds === undefined ? [] : [boundsText(bind, bounds)]),
    ...(circle === undefined
      ? []
      : [`${distanceText(boundPlace(bind, circle))} <= ${bind(String(circle.radiusKm), "float8")}`]),
    ...(city === undefined ? [] : [`p.search_city = ${bind(city, "text")}`]),
    ...(state === undefined ? [] : [stateText(bind, state, regions)]),
    ...(country === undefined ? [] : [`p.search_country = ANY(${bind(country, "text[]")})`])
  ]
}

/** A bound of an integer column as an integer: comparing with any other type would not use an index. */
const whole = (bound: number) => String(Math.min(Math.max(bound, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER))

const whatTexts = (bind: Bind, filter: PropertyFilter): ReadonlyArray<string> => {
  const { amenities, brands, guestRating, maxGuests, propertyTypes, tags } = filter
  return [
    ...(guestRating === undefined ? [] : [`p.guest_rating >= ${bind(String(guestRating), "float8")}`]),
    ...(maxGuests === undefined ? [] : [`p.max_guests >= ${bind(whole(Math.ceil(maxGuests)), "bigint")}`]),
    ...(isFilled(amenities) ? [`p.amenities @> ${bind(amenities, "text[]")}`] : []),
    ...(isFilled(propertyTypes) ? [`p.property_type = ANY(${bind(propertyTypes, "text[]")})`] : []),
    ...(isFilled(tags) ? [`p.tags && ${bind(tags, "text[]")}`] : []),
    ...(isFilled(brands)
      ? [
          `(p.organization_id, p.brand_id) IN (
            SELECT f.organization_id, f.id FROM brands f
            WHERE f.document_id = ANY(${bind(brands, "text[]")}) OR f.name = ANY(${bind(brands, "text[]")})
          )`
        ]
      : [])
  ]
}

/** A filter as SQL over `properties p`: FROM items, conditions, and the nightly cost. */
export interface FilterText {
  readonly from: string
  readonly where: string
  readonly cost: string
  /** NULL without dates. */
  readonly available: string
}

/** The one filter of search, map and count: `matchesFilter` as SQL. */
export const filterText = (bind: Bind, filter: PropertyFilter): FilterText => {
  const { maxCost, minCost, onlyAvailable, stay } = filter
  const from = stay === undefined ? "properties p" : `properties p ${nightsText(bind, stay)}`
  const available = stay === undefined ? "NULL::boolean" : "stay.available"
  const cost =
    stay === undefined
      ? "p.nightly_cost_points"
      : "CASE WHEN stay.available THEN stay.cost ELSE p.nightly_cost_points END"
  const conditions = [
    "p.status = 'published'",
    ...whereTexts(bind, filter),
    ...whatTexts(bind, filter),
    ...(minCost === undefined ? [] : [`${cost} >= ${bind(whole(Math.ceil(minCost)), "bigint")}`]),
    ...(maxCost === undefined ? [] : [`${cost} <= ${bind(whole(Math.floor(maxCost)), "bigint")}`]),
    ...(stay !== undefined && onlyAvailable === true
      ? [
          `p.id IN (SELECT f.property_id FROM property_availability f
            WHERE f.date = ${bind(stay.checkIn, "date")} AND f.rooms_left > 0)`,
          available
        ]
      : [])
  ]
  return { from, where: conditions.join(" AND "), cost, available }
}
