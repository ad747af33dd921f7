import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { isWithin } from "../../../src/domain/places/geo.ts"
import { clusterPoints as cluster } from "../../../src/domain/properties/clusterPoints.ts"
import { MapGrouping } from "../../../src/domain/properties/MapGrouping.ts"
import { VenueId } from "../../../src/domain/properties/Property.ts"
import type { MapPoint } from "../../../src/domain/properties/PropertyCatalog.ts"
import * as MapGroupingLayer from "../../../src/layers/MapGroupingLayer.ts"

const { group } = Effect.runSync(Effect.provide(MapGrouping, MapGroupingLayer.layer))

const clusterPoints = (all: ReadonlyArray<MapPoint>, view: Parameters<typeof cluster>[1]) =>
  cluster(
    {
      ids: all.map(({ id }) => id),
      latitudes: all.map(({ latitude }) => latitude),
      longitudes: all.map(({ longitude }) => longitude),
      nightlyCosts: all.map(({ nightlyCost }) => nightlyCost),
      available: all.map(({ available }) => available)
    },
    view,
    group
  )

const world = { north: 90, south: -90, east: 180, west: -180 }
const pacific = { north: 30, south: -30, east: -170, west: 165 }

const near = (centre: number, spread: number) =>
  fc.double({ min: Math.max(-180, centre - spread), max: Math.min(180, centre + spread), noNaN: true })

const scattered = fc.record({ latitude: fc.double({ min: -90, max: 90, noNaN: true }), longitude: near(0, 180) })
const crowded = fc.record({ latitude: fc.double({ min: 41.3, max: 41.5, noNaN: true }), longitude: near(2.1, 0.2) })
const atTheSeam = fc.record({
  latitude: fc.double({ min: -1, max: 1, noNaN: true }),
  longitude: fc.oneof(near(180, 1), near(-180, 1))
})
const alike = fc.constantFrom({ latitude: 41.4, longitude: 2.1 }, { latitude: 0.1, longitude: -179.9 })

const points = fc
  .array(fc.tuple(fc.oneof(scattered, crowded, atTheSeam, alike), fc.integer({ min: 0, max: 50_000 })), {
    maxLength: 60
  })
  .map((places) =>
    places.map(
      ([place, nightlyCost], index): MapPoint => ({
        ...place,
        id: VenueId.make(index + 1),
        nightlyCost,
        available: null
      })
    )
  )

const zooms = fc.double({ min: 0, max: 22, noNaN: true })

type Clustered = ReturnType<typeof clusterPoints>

const groups = ({ clusters, singles }: Clustered) => clusters.length + singles.length

describe("clusterPoints", () => {
  it("MEM-032, MEM-031: every point is single or in one cluster, which has the costs and bounds of its points", () => {
    fc.assert(
      fc.property(points, zooms, fc.integer({ min: 1, max: 300 }), (all, zoom, radius) => {
        const { clusters, singles } = clusterPoints(all, { bounds: world, zoom, radius })
        const members = clusters.reduce((sum, { propertyCount }) => sum + propertyCount, 0)
        assert.strictEqual(singles.length + members, all.length)
        const alone = new Set(singles.map(({ id }) => id))
        assert.strictEqual(alone.size, singles.length)
        const grouped = all.filter(({ id }) => !alone.has(id))
        const averaged = clusters.reduce((sum, { averageCost, propertyCount }) => sum + averageCost * propertyCount, 0)
        const costs = grouped.reduce((sum, { nightlyCost }) => sum + nightlyCost, 0)
        assert.isAtMost(Math.abs(averaged - costs), grouped.length / 2)
        for (const { averageCost, bounds, costRange, latitude, longitude, propertyCount } of clusters) {
          assert.isAtLeast(propertyCount, 2)
          assert.isTrue(isWithin(bounds, { latitude, longitude }))
          assert.isTrue(costRange.min <= averageCost && averageCost <= costRange.max && Number.isInteger(averageCost))
          const inside = grouped.filter((point) => isWithin(bounds, point))
          assert.isAtLeast(inside.length, propertyCount)
          assert.isTrue(inside.some(({ nightlyCost }) => nightlyCost === costRange.min))
          assert.isTrue(inside.some(({ nightlyCost }) => nightlyCost === costRange.max))
          for (const edge of [bounds.north, bounds.south])
            assert.isTrue(inside.some((point) => point.latitude === edge))
          for (const edge of [bounds.east, bounds.west]) assert.isTrue(inside.some((point) => point.longitude === edge))
        }
        assert.strictEqual(new Set(clusters.map(({ id }) => id)).size, clusters.length)
      }),
      { numRuns: 500 }
    )
  })

  it("MEM-033: clusters nothing above zoom 15, and below 10 a lower zoom never has more groups", () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 300 }), (all, radius) => {
        const at = (zoom: number) => clusterPoints(all, { bounds: world, zoom, radius })
        assert.deepStrictEqual(at(15.01), { singles: all, clusters: [] })
        assert.isAtMost(groups(at(9.9)), groups(at(10)))
        for (let zoom = 9; zoom > 0; zoom--) assert.isAtMost(groups(at(zoom - 1)), groups(at(zoom)))
      }),
      { numRuns: 200 }
    )
  })

  it("MEM-031: the same points give the same clusters and ids", () => {
    fc.assert(
      fc.property(points, zooms, (all, zoom) => {
        const view = { bounds: world, zoom, radius: 50 }
        assert.deepStrictEqual(clusterPoints(all, view), clusterPoints([...all], view))
      }),
      { numRuns: 100 }
    )
  })

  it("MEM-027, MEM-031: clusters points on both sides of the antimeridian, with the rounded mean of their costs", () => {
    const at = (id: number, longitude: number, nightlyCost: number) => ({
      id: VenueId.make(id),
      latitude: 0,
      longitude,
      nightlyCost,
      available: null
    })
    const alone = at(4, -171, 400)
    const { clusters, singles } = clusterPoints([at(1, 179.99, 100), at(2, -179.99, 100), at(3, 179.99, 201), alone], {
      bounds: pacific,
      zoom: 10,
      radius: 50
    })
    assert.deepStrictEqual(singles, [alone])
    assert.deepStrictEqual(clusters, [
      {
        id: "10-1-3",
        latitude: 0,
        longitude: clusters[0]?.longitude ?? 0,
        propertyCount: 3,
        averageCost: 134,
        costRange: { min: 100, max: 201 },
        bounds: { north: 0, south: 0, east: -179.99, west: 179.99 }
      }
    ])
    assert.closeTo(clusters[0]?.longitude ?? 0, 180 - 0.01 / 3, 1e-9)
  })
})
