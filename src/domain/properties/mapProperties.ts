import { Effect } from "effect"
import type { Bounds } from "../places/geo.ts"
import { omitNull } from "../shared/omitNull.ts"
import { clusterPoints } from "./clusterPoints.ts"
import { MapGrouping } from "./MapGrouping.ts"
import { type MapPropertyDetails, type MapPoint, pointsOf, PropertyCatalog } from "./PropertyCatalog.ts"
import type { CommonFilters, StayDates } from "./PropertyFilter.ts"
import type { MapProperty } from "./PropertySearch.ts"
import { commonFilterOf, refusePast } from "./searchProperties.ts"

const toMapProperty = (
  { available, id, latitude, longitude, nightlyCost }: MapPoint,
  { guestRating, heroImage, name }: MapPropertyDetails
): MapProperty => ({ id, latitude, longitude, nightlyCost, name, ...omitNull({ guestRating, heroImage, available }) })

/**
 * The published properties within the bounds, individually or in clusters, each once (MEM-027 to MEM-033). With dates,
 * all are included and marked as available or not.
 */
export const mapProperties = Effect.fnUntraced(function* (view: {
  readonly bounds: Bounds
  readonly zoom: number
  readonly dates?: StayDates
  readonly filters?: CommonFilters
  readonly enableClustering: boolean
  readonly clusterRadius: number
}) {
  const { bounds, clusterRadius, dates, enableClustering, filters = {}, zoom } = view
  yield* refusePast(dates)
  const catalog = yield* PropertyCatalog
  const { group } = yield* MapGrouping
  // Releases the points, thousands per request, before waiting for the details.
  const { clusters, singles } = yield* Effect.map(
    catalog.listPoints({ ...commonFilterOf(filters), bounds, stay: dates }),
    (points) =>
      enableClustering
        ? clusterPoints(points, { bounds, zoom, radius: clusterRadius }, group)
        : { clusters: [], singles: pointsOf(points) }
  )
  const detailsById = new Map(
    (yield* catalog.listFaces(singles.map(({ id }) => id))).map((details) => [details.id, details])
  )
  const properties = singles.flatMap((point) => {
    const details = detailsById.get(point.id)
    return details === undefined ? [] : [toMapProperty(point, details)]
  })
  const total = properties.length + clusters.reduce((sum, { propertyCount }) => sum + propertyCount, 0)
  return { properties, clusters, total, viewport: { bounds, zoom } }
})
