import { assert } from "@effect/vitest"
import { DateTime, Effect, Exit, Layer, Metric } from "effect"
import { arrivalXid } from "../../src/demo/demoArrivals.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { benefitXid } from "../../src/demo/demoPerks.ts"
import { venues } from "../../src/demo/venues.ts"
import { everywhere } from "../../src/domain/access/Reach.ts"
import { ArrivalRebuilds } from "../../src/domain/arrivals/ArrivalRebuilds.ts"
import { Arrivals } from "../../src/domain/arrivals/Arrivals.ts"
import { ArrivalSnapshots } from "../../src/domain/arrivals/ArrivalSnapshots.ts"
import { scheduleArrivalRebuild } from "../../src/domain/arrivals/scheduleArrivalRebuild.ts"
import { rebuildArrivals } from "../../src/domain/arrivals/rebuildArrivals.ts"
import { refreshArrivals } from "../../src/domain/arrivals/refreshArrivals.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { metrics } from "../../src/domain/shared/metrics.ts"
import * as ArrivalRebuildsLayer from "../../src/layers/repositories/ArrivalRebuildsLayer.ts"
import * as ArrivalSnapshotsLayer from "../../src/layers/repositories/ArrivalSnapshotsLayer.ts"
import * as ArrivalsLayer from "../../src/layers/repositories/ArrivalsLayer.ts"
import * as PerkViewsLayer from "../../src/layers/repositories/PerkViewsLayer.ts"
import * as UlidsLayer from "../../src/layers/UlidsLayer.ts"
import { atTime } from "../support/atTime.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const demo = demoWithoutCities(now)
const { A, B } = organizationIds

const breakfast = demo.benefits.find(({ xid }) => xid === benefitXid("breakfast")) ?? assert.fail()

/** Nobody is entitled to breakfast any more, but the tasks still have it. */
const dataset: Dataset = {
  ...demo,
  entitlements: demo.entitlements.map((row) => (row.benefitId === breakfast.id ? { ...row, active: false } : row))
}

const layers = {
  layerMemory: Layer.mergeAll(
    ArrivalRebuildsLayer.layerMemory,
    ArrivalsLayer.layerMemory,
    ArrivalSnapshotsLayer.layerMemory,
    PerkViewsLayer.layerMemory,
    UlidsLayer.layer
  ),
  layerSql: Layer.mergeAll(
    ArrivalRebuildsLayer.layerSql,
    ArrivalsLayer.layerSql,
    ArrivalSnapshotsLayer.layerSql,
    PerkViewsLayer.layerSql,
    UlidsLayer.layer
  )
}

const get = (name: string) =>
  Effect.map(
    Arrivals.use((arrivals) => arrivals.get({ reach: everywhere, taskId: arrivalXid(name), now })),
    ({ arrival }) => arrival
  )

/** The names of the stays, of those that the tests use, whose tasks were rebuilt at an instant. */
const rebuiltAt = Effect.fnUntraced(function* (at: DateTime.Utc) {
  const names: Array<string> = []
  for (const name of ["open", "acknowledged", "completed", "minus8", "acknowledged_by_operator", "today", "w1_open"]) {
    if ((yield* get(name)).refreshedAt === DateTime.formatIso(at)) names.push(name)
  }
  return names
})

const requested = ArrivalRebuilds.use(({ listWithin }) => listWithin(everywhere))
const atV1 = ["open", "acknowledged", "completed", "minus8"]

twins("rebuilds of arrival tasks", layers, dataset, (it) => {
  it.effect("DOMAIN 6.2: rebuilds the tasks of a change's venues, whatever their age, and no others", () =>
    Effect.gen(function* () {
      const soon = DateTime.add(now, { minutes: 1 })
      assert.strictEqual(yield* atTime(now)(refreshArrivals()), 0)
      assert.strictEqual(yield* atTime(soon)(rebuildArrivals()), 0)
      const before = yield* get("acknowledged")
      assert.include(
        before.benefits.map(({ name }) => String(name)),
        "Terrace breakfast"
      )
      yield* atTime(now)(scheduleArrivalRebuild(A, [venues.V1.id]))
      assert.isAbove(yield* atTime(soon)(rebuildArrivals(2)), 3)
      assert.deepStrictEqual(yield* rebuiltAt(soon), atV1)
      assert.deepStrictEqual(yield* requested, [])
      const { benefits, ...after } = yield* get("acknowledged")
      assert.notInclude(
        benefits.map(({ name }) => String(name)),
        "Terrace breakfast"
      )
      assert.deepStrictEqual(after, {
        ...after,
        status: "acknowledged",
        changedSinceAck: true,
        acknowledgedAt: before.acknowledgedAt
      })
      assert.deepStrictEqual(
        [(yield* get("open")).changedSinceAck, (yield* get("completed")).status],
        [false, "completed"]
      )
    })
  )

  it.effect("DOMAIN 6.2: one run rebuilds the venues of all changes of an organization; null means every venue", () =>
    Effect.gen(function* () {
      const [first, second] = [DateTime.add(now, { minutes: 2 }), DateTime.add(now, { minutes: 3 })]
      yield* atTime(now)(scheduleArrivalRebuild(A, [venues.V1.id]))
      yield* atTime(now)(scheduleArrivalRebuild(A, [venues.V3.id]))
      yield* atTime(first)(rebuildArrivals())
      assert.deepStrictEqual(yield* rebuiltAt(first), [...atV1, "today"])
      yield* atTime(now)(scheduleArrivalRebuild(A, null))
      yield* atTime(now)(scheduleArrivalRebuild(A, [venues.V1.id]))
      yield* atTime(second)(rebuildArrivals())
      assert.deepStrictEqual(yield* rebuiltAt(second), [...atV1, "acknowledged_by_operator", "today"])
      const third = DateTime.add(now, { minutes: 4 })
      yield* atTime(now)(scheduleArrivalRebuild(B, null))
      yield* atTime(third)(rebuildArrivals())
      assert.deepStrictEqual(yield* rebuiltAt(third), ["w1_open"])
    })
  )

  it.effect("DOMAIN 6.2: a change that commits during a rebuild gets a rebuild of its own", () =>
    Effect.gen(function* () {
      const snapshots = yield* ArrivalSnapshots
      const rebuilds = yield* ArrivalRebuilds
      const at = DateTime.add(now, { minutes: 5 })
      yield* atTime(now)(scheduleArrivalRebuild(A, [venues.V1.id]))
      const walks: Array<unknown> = []
      const meanwhile = ArrivalSnapshots.of({
        ...snapshots,
        listAffected: Effect.fnUntraced(function* (of) {
          const ids = yield* snapshots.listAffected(of)
          if (walks.push(of.venueIds) === 1) {
            yield* rebuilds.insert({ organizationId: A, venueIds: [venues.V3.id], changedAt: now })
          }
          return ids
        })
      })
      yield* rebuildArrivals().pipe(Effect.provideService(ArrivalSnapshots, meanwhile), atTime(at))
      assert.deepStrictEqual(walks, [[venues.V1.id], [venues.V3.id]])
      assert.deepStrictEqual([yield* rebuiltAt(at), yield* requested], [[...atV1, "today"], []])
    })
  )

  it.effect("DOMAIN 6.2: a failed rebuild is repeated, and does not hold up other organizations", () =>
    Effect.gen(function* () {
      const snapshots = yield* ArrivalSnapshots
      const [at, again] = [DateTime.add(now, { minutes: 6 }), DateTime.add(now, { minutes: 7 })]
      yield* atTime(now)(scheduleArrivalRebuild(A, [venues.V3.id]))
      yield* atTime(now)(scheduleArrivalRebuild(B, null))
      const failing = ArrivalSnapshots.of({
        ...snapshots,
        listById: (of) => (of.organizationId === A ? Effect.die("out of order") : snapshots.listById(of))
      })
      const run = rebuildArrivals().pipe(Effect.provideService(ArrivalSnapshots, failing), atTime(at))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(run)))
      assert.deepStrictEqual(
        [yield* rebuiltAt(at), (yield* requested).map(({ organizationId }) => organizationId)],
        [["w1_open"], [A]]
      )
      yield* atTime(again)(rebuildArrivals())
      assert.deepStrictEqual([yield* rebuiltAt(again), yield* requested], [["today"], []])
    })
  )

  it.effect("measures how long each change waited for its rebuild", () =>
    Effect.gen(function* () {
      const lag = Metric.value(metrics.arrivalRebuildLagSeconds.of({}))
      const before = yield* lag
      yield* atTime(now)(scheduleArrivalRebuild(A, null))
      yield* atTime(DateTime.add(now, { minutes: 1 }))(scheduleArrivalRebuild(A, null))
      yield* atTime(DateTime.add(now, { minutes: 4 }))(rebuildArrivals())
      const after = yield* lag
      assert.deepStrictEqual([after.count - before.count, after.sum - before.sum], [2, 240 + 180])
    })
  )

  it.effect("lists no settled past tasks, and reads none of another organization", () =>
    Effect.gen(function* () {
      const snapshots = yield* ArrivalSnapshots
      const later = DateTime.add(now, { days: 400 })
      yield* atTime(later)(refreshArrivals())
      assert.deepStrictEqual(yield* snapshots.listAffected({ organizationId: A, venueIds: null, now: later }), [])
      const ids = demo.arrivalTasks.map(({ id }) => id)
      const ofB = yield* atTime(now)(snapshots.listById({ organizationId: B, ids }))
      assert.deepStrictEqual(
        ofB.map(({ id }) => id),
        demo.arrivalTasks.filter((task) => task.organizationId === B).map(({ id }) => id)
      )
    })
  )
})
