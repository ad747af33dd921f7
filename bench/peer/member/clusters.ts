import Supercluster from "supercluster"
import type { Bounds } from "../../../src/domain/places/geo.ts"
import type { MapPoints } from "../../../src/domain/properties/PropertyCatalog.ts"

/** The sums that define a cluster; longitudes are relative to the middle of the view, except for the outermost ones. */
interface Sums {
  readonly first: number
  count: number
  firstId: number
  sum: number
  min: number
  max: number
  latitudes: number
  longitudes: number
  north: number
  south: number
  east: number
  west: number
  eastmost: number
  westmost: number
}

const aggressiveBelow = 10
const alone = 15

const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180
const middleOf = ({ east, west }: Bounds) => wrapped(west + (west <= east ? east - west : east - west + 360) / 2)
const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

const sumsOf = (
  { latitudes, longitudes, nightlyCosts }: MapPoints,
  first: number,
  id: number,
  middle: number
): Sums => {
  const [latitude = 0, east = 0, cost = 0] = [latitudes[first], longitudes[first], nightlyCosts[first]]
  const longitude = wrapped(east - middle)
  return {
    first,
    count: 1,
    firstId: id,
    sum: cost,
    min: cost,
    max: cost,
    latitudes: latitude,
    longitudes: longitude,
    north: latitude,
    south: latitude,
    east: longitude,
    west: longitude,
    eastmost: east,
    westmost: east
  }
}

const reduce = (into: Sums, other: Readonly<Sums>) => {
  into.count += other.count
  into.firstId = Math.min(into.firstId, other.firstId)
  into.sum += other.sum
  into.min = Math.min(into.min, other.min)
  into.max = Math.max(into.max, other.max)
  into.latitudes += other.latitudes
  into.longitudes += other.longitudes
  into.north = Math.max(into.north, other.north)
  into.south = Math.min(into.south, other.south)
  if (other.east > into.east) {
    into.east = other.east
    into.eastmost = other.eastmost
  }
  if (other.west < into.west) {
    into.west = other.west
    into.westmost = other.westmost
  }
}

const latitudeOf = ({ count, latitudes, north, south }: Sums) => between(south, latitudes / count, north)
const longitudeOf = ({ count, east, longitudes, west }: Sums) => between(west, longitudes / count, east)

/** One zoom level: supercluster adds up the points of each cluster. */
const level = (sums: ReadonlyArray<Sums>, zoom: number, radius: number): Array<Sums> => {
  const index = new Supercluster<Sums, Sums>({
    minZoom: zoom,
    maxZoom: zoom,
    radius,
    map: (sum) => ({ ...sum }),
    reduce
  })
  index.load(
    sums.map((one) => ({
      type: "Feature",
      properties: one,
      geometry: { type: "Point", coordinates: [longitudeOf(one), latitudeOf(one)] }
    }))
  )
  return index.getClusters([-180, -90, 180, 90], zoom).map(({ properties }) => properties)
}

/** Every point once, alone or in a cluster, with the distances between zoom levels that the contract requires. */
export const cluster = (points: MapPoints, bounds: Bounds, at: number, radius: number) => {
  const { ids } = points
  if (at > alone || ids.length < 2) return { singles: [...ids.keys()], clusters: [] }
  const zoom = Math.max(0, Math.floor(at))
  const middle = middleOf(bounds)
  let sums = level(
    ids.map((id, first) => sumsOf(points, first, id, middle)),
    Math.max(zoom, aggressiveBelow),
    radius
  )
  for (let next = aggressiveBelow - 1; next >= zoom; next--) sums = level(sums, next, 2 * radius)
  sums.sort((a, b) => (ids[a.first] ?? 0) - (ids[b.first] ?? 0))
  return {
    singles: sums.filter(({ count }) => count === 1).map(({ first }) => first),
    clusters: sums
      .filter(({ count }) => count > 1)
      .map((one) => {
        const { count, eastmost: east, firstId, max, min, north, south, sum, westmost: west } = one
        const turned = wrapped(longitudeOf(one) + middle)
        return {
          id: `${zoom}-${firstId}-${count}`,
          latitude: latitudeOf(one),
          longitude: west <= east ? between(west, turned, east) : turned,
          propertyCount: count,
          averageCost: Math.round(sum / count),
          costRange: { min, max },
          bounds: { north, south, east, west }
        }
      })
  }
}
