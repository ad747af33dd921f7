import type { Bounds } from "../places/geo.ts"
import type { MapGrouping, Position } from "./MapGrouping.ts"
import { type MapPoint, type MapPoints, pointAt, pointsOf } from "./PropertyCatalog.ts"
import type { PropertyCluster } from "./PropertySearch.ts"

/** Below this zoom, groups are merged from those of the next higher zoom, at twice the radius. */
const aggressiveBelow = 10

/** Above this zoom there are no clusters. */
const maxClusterZoom = 15

/**
 * Offsets of a group's fields in a typed array, used because a view creates and merges thousands of groups. Longitudes
 * are relative to the centre of the view, except the outermost ones, which keep their original value because the
 * conversion is lossy.
 */
const count = 0
const firstId = 1
const costs = 2
const minCost = 3
const maxCost = 4
const latitudes = 5
const longitudes = 6
const north = 7
const south = 8
const east = 9
const west = 10
const eastmost = 11
const westmost = 12
const width = 13

/** The groups of a view: each starts as the property at its index and may absorb others. */
class Groups {
  readonly #numbers: Float64Array

  constructor({ ids, latitudes: norths, longitudes: easts, nightlyCosts }: MapPoints, middle: number) {
    this.#numbers = new Float64Array(ids.length * width)
    let at = 0
    for (let index = 0; index < ids.length; index++) {
      const [latitude, longitude] = [norths[index] ?? Number.NaN, easts[index] ?? Number.NaN]
      const nightlyCost = nightlyCosts[index] ?? Number.NaN
      const relative = wrapped(longitude - middle)
      this.#numbers[at + count] = 1
      this.#numbers[at + firstId] = ids[index] ?? Number.NaN
      this.#numbers[at + costs] = nightlyCost
      this.#numbers[at + minCost] = nightlyCost
      this.#numbers[at + maxCost] = nightlyCost
      this.#numbers[at + latitudes] = latitude
      this.#numbers[at + longitudes] = relative
      this.#numbers[at + north] = latitude
      this.#numbers[at + south] = latitude
      this.#numbers[at + east] = relative
      this.#numbers[at + west] = relative
      this.#numbers[at + eastmost] = longitude
      this.#numbers[at + westmost] = longitude
      at += width
    }
  }

  get(group: number, what: number): number {
    return this.#numbers[group * width + what] ?? Number.NaN
  }

  /** Merges one group into another. */
  merge(into: number, other: number): void {
    this.#add(into, other, count)
    this.#add(into, other, costs)
    this.#add(into, other, latitudes)
    this.#add(into, other, longitudes)
    this.#keep(into, other, firstId, this.get(other, firstId) < this.get(into, firstId))
    this.#keep(into, other, minCost, this.get(other, minCost) < this.get(into, minCost))
    this.#keep(into, other, maxCost, this.get(other, maxCost) > this.get(into, maxCost))
    this.#keep(into, other, north, this.get(other, north) > this.get(into, north))
    this.#keep(into, other, south, this.get(other, south) < this.get(into, south))
    const isFurtherEast = this.#isFurther(other, into, east, eastmost)
    this.#keep(into, other, east, isFurtherEast)
    this.#keep(into, other, eastmost, isFurtherEast)
    const isFurtherWest = this.#isFurther(into, other, west, westmost)
    this.#keep(into, other, west, isFurtherWest)
    this.#keep(into, other, westmost, isFurtherWest)
  }

  /** A group's position: the mean of its places, clamped to their bounds despite rounding. */
  centre(group: number): Position {
    const size = this.get(group, count)
    return [
      between(this.get(group, west), this.get(group, longitudes) / size, this.get(group, east)),
      between(this.get(group, south), this.get(group, latitudes) / size, this.get(group, north))
    ]
  }

  #add(into: number, other: number, what: number) {
    this.#numbers[into * width + what] = this.get(into, what) + this.get(other, what)
  }

  #keep(into: number, other: number, what: number, isBetter: boolean) {
    if (isBetter) this.#numbers[into * width + what] = this.get(other, what)
  }

  /**
   * Whether one longitude is east of another. Ties after conversion are broken by the original values; of the two
   * values of the antimeridian, -180 is the eastern one.
   */
  #isFurther(one: number, other: number, what: number, was: number) {
    const [relative, otherRelative] = [this.get(one, what), this.get(other, what)]
    if (relative !== otherRelative) return relative > otherRelative
    const [outer, otherOuter] = [this.get(one, was), this.get(other, was)]
    return Math.abs(outer - otherOuter) < 180 ? outer > otherOuter : outer < otherOuter
  }
}

const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180

const middleOf = ({ east, west }: Bounds) => wrapped(west + (west <= east ? east - west : east - west + 360) / 2)

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

type Grouping = MapGrouping["Service"]["group"]

/** Merges groups that are close together, each into its first; returns the remaining groups. */
const groupsAt = (
  grouping: Grouping,
  groups: Groups,
  remaining: ReadonlyArray<number>,
  at: { readonly zoom: number; readonly radius: number }
) => {
  const places = remaining.map((group) => groups.centre(group))
  const mergedGroups: Array<number> = []
  for (const indices of grouping(places, at)) {
    let target: number | undefined
    for (const index of indices) {
      const group = remaining[index]
      if (group === undefined) continue
      if (target === undefined) target = group
      else groups.merge(target, group)
    }
    if (target !== undefined) mergedGroups.push(target)
  }
  return mergedGroups
}

const clusterOf = (groups: Groups, group: number, zoom: number, middle: number): PropertyCluster => {
  const [longitude, latitude] = groups.centre(group)
  const [size, eastern, western] = [groups.get(group, count), groups.get(group, eastmost), groups.get(group, westmost)]
  const relative = wrapped(longitude + middle)
  return {
    id: `${zoom}-${groups.get(group, firstId)}-${size}`,
    latitude,
    longitude: western <= eastern ? between(western, relative, eastern) : relative,
    propertyCount: size,
    averageCost: Math.round(groups.get(group, costs) / size),
    costRange: { min: groups.get(group, minCost), max: groups.get(group, maxCost) },
    bounds: { north: groups.get(group, north), south: groups.get(group, south), east: eastern, west: western }
  }
}

/**
 * Splits properties into singles and clusters, each property exactly once. Above zoom 15 there are no clusters;
 * from 15 down to 10, properties within `radius` pixels form a cluster; below 10, the clusters of zoom 10 are merged at
 * twice the radius, zoom by zoom, so that their number never grows (MEM-031, MEM-033). Deterministic.
 */
export const clusterPoints = (
  points: MapPoints,
  view: { readonly bounds: Bounds; readonly zoom: number; readonly radius: number },
  grouping: Grouping
): { readonly singles: ReadonlyArray<MapPoint>; readonly clusters: ReadonlyArray<PropertyCluster> } => {
  const { ids } = points
  if (view.zoom > maxClusterZoom || ids.length < 2) return { singles: pointsOf(points), clusters: [] }
  const zoom = Math.max(0, Math.floor(view.zoom))
  const middle = middleOf(view.bounds)
  const groups = new Groups(points, middle)
  const first = { zoom: Math.max(zoom, aggressiveBelow), radius: view.radius }
  let remaining: ReadonlyArray<number> = groupsAt(grouping, groups, [...ids.keys()], first)
  for (let level = aggressiveBelow - 1; level >= zoom; level--)
    remaining = groupsAt(grouping, groups, remaining, { zoom: level, radius: 2 * view.radius })
  const idOf = (group: number) => ids[group] ?? 0
  const ordered = remaining.toSorted((a, b) => idOf(a) - idOf(b))
  return {
    singles: ordered
      .filter((group) => groups.get(group, count) === 1)
      .map((group) => pointAt(points, group))
      .filter((point) => point !== undefined),
    clusters: ordered
      .filter((group) => groups.get(group, count) > 1)
      .map((group) => clusterOf(groups, group, zoom, middle))
  }
}
