import type { Bounds } from "../places/geo.ts"
import type { MapGrouping } from "./MapGrouping.ts"
import type { MapPoint } from "./PropertyCatalog.ts"
import type { PropertyCluster } from "./PropertySearch.ts"

/** From this zoom down groups are made of the groups of the zoom above, twice as far apart. */
const aggressiveBelow = 10

/** Above this zoom every property stands alone. */
const alone = 15

/** One or more properties on their way to being grouped; longitudes count from the middle of the view. */
interface Group {
  readonly first: MapPoint
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
  /** The outermost longitudes as they were: turning them to the middle and back costs a digit. */
  eastmost: number
  westmost: number
}

const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180

const middleOf = ({ east, west }: Bounds) => wrapped(west + (west <= east ? east - west : east - west + 360) / 2)

const groupOf = (point: MapPoint, middle: number): Group => {
  const { id, latitude, nightlyCost } = point
  const longitude = wrapped(point.longitude - middle)
  return {
    first: point,
    count: 1,
    firstId: id,
    sum: nightlyCost,
    min: nightlyCost,
    max: nightlyCost,
    latitudes: latitude,
    longitudes: longitude,
    north: latitude,
    south: latitude,
    east: longitude,
    west: longitude,
    eastmost: point.longitude,
    westmost: point.longitude
  }
}

/**
 * Whether one longitude is east of another. What turning them has made equal is told apart by what they were; of the two
 * names of the antimeridian -180 is the eastern one.
 */
const isFurther = (one: number, other: number, was: number, otherWas: number) => {
  if (one !== other) return one > other
  return Math.abs(was - otherWas) < 180 ? was > otherWas : was < otherWas
}

const merge = (into: Group, other: Readonly<Group>) => {
  into.count += other.count
  into.firstId = Math.min(into.firstId, other.firstId)
  into.sum += other.sum
  into.min = Math.min(into.min, other.min)
  into.max = Math.max(into.max, other.max)
  into.latitudes += other.latitudes
  into.longitudes += other.longitudes
  into.north = Math.max(into.north, other.north)
  into.south = Math.min(into.south, other.south)
  if (isFurther(other.east, into.east, other.eastmost, into.eastmost)) {
    into.east = other.east
    into.eastmost = other.eastmost
  }
  if (isFurther(into.west, other.west, into.westmost, other.westmost)) {
    into.west = other.west
    into.westmost = other.westmost
  }
}

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

const centre = ({ count, east, latitudes, longitudes, north, south, west }: Group) => ({
  latitude: between(south, latitudes / count, north),
  longitude: between(west, longitudes / count, east)
})

type Grouping = MapGrouping["Service"]["group"]

/** Groups that lie close together become one: the first of them takes in the others, so that none is copied. */
const groupsAt = (grouping: Grouping, groups: ReadonlyArray<Group>, zoom: number, radius: number) => {
  const wholes: Array<Group> = []
  for (const positions of grouping(groups.map(centre), { zoom, radius })) {
    let whole: Group | undefined
    for (const position of positions) {
      const group = groups[position]
      if (group === undefined) continue
      if (whole === undefined) whole = group
      else merge(whole, group)
    }
    if (whole !== undefined) wholes.push(whole)
  }
  return wholes
}

const clusterOf = (group: Group, zoom: number, middle: number): PropertyCluster => {
  const { latitude, longitude } = centre(group)
  const { eastmost: east, north, south, westmost: west } = group
  const turned = wrapped(longitude + middle)
  return {
    id: `${zoom}-${group.firstId}-${group.count}`,
    latitude,
    longitude: west <= east ? between(west, turned, east) : turned,
    propertyCount: group.count,
    averageCost: Math.round(group.sum / group.count),
    costRange: { min: group.min, max: group.max },
    bounds: { north, south, east, west }
  }
}

const byId = (a: { readonly first: MapPoint }, b: { readonly first: MapPoint }) => a.first.id - b.first.id

/**
 * Properties by themselves and in clusters, each in exactly one place. Above zoom 15 all are by themselves; down to
 * 10 those within `radius` pixels of each other are one; below it the groups of zoom 10 are grouped again at twice the
 * radius, zoom by zoom, so that there are never more of them (MEM-031, MEM-033). The same points give the same clusters.
 */
export const clusterPoints = (
  points: ReadonlyArray<MapPoint>,
  view: { readonly bounds: Bounds; readonly zoom: number; readonly radius: number },
  grouping: Grouping
): { readonly singles: ReadonlyArray<MapPoint>; readonly clusters: ReadonlyArray<PropertyCluster> } => {
  if (view.zoom > alone || points.length < 2) return { singles: points, clusters: [] }
  const zoom = Math.max(0, Math.floor(view.zoom))
  const middle = middleOf(view.bounds)
  let groups: ReadonlyArray<Group> = groupsAt(
    grouping,
    points.map((point) => groupOf(point, middle)),
    Math.max(zoom, aggressiveBelow),
    view.radius
  )
  for (let level = aggressiveBelow - 1; level >= zoom; level--)
    groups = groupsAt(grouping, groups, level, 2 * view.radius)
  const ordered = groups.toSorted(byId)
  return {
    singles: ordered.filter(({ count }) => count === 1).map(({ first }) => first),
    clusters: ordered.filter(({ count }) => count > 1).map((group) => clusterOf(group, zoom, middle))
  }
}
