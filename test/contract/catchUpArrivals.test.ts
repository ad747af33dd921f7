import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Metric } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { everywhere } from "../../src/domain/access/Reach.ts"
import { ArrivalRebuilds } from "../../src/domain/arrivals/ArrivalRebuilds.ts"
import type { ArrivalStatus } from "../../src/domain/arrivals/ArrivalTask.ts"
import { rebuildArrivals } from "../../src/domain/arrivals/rebuildArrivals.ts"
import { scheduleArrivalRebuild } from "../../src/domain/arrivals/scheduleArrivalRebuild.ts"
import { metrics } from "../../src/domain/shared/metrics.ts"
import * as ArrivalRebuildsLayer from "../../src/layers/repositories/ArrivalRebuildsLayer.ts"
import * as AuditLogLayer from "../../src/layers/repositories/AuditLogLayer.ts"
import * as BenefitOverridesLayer from "../../src/layers/repositories/BenefitOverridesLayer.ts"
import * as BenefitsLayer from "../../src/layers/repositories/BenefitsLayer.ts"
import * as VenuesLayer from "../../src/layers/repositories/VenuesLayer.ts"
import { acknowledge, benefitsOfA, get, list, namesIn, observed, override, type Shown } from "../support/arrivalDesk.ts"
import { arrivalTwin, demo, now } from "../support/arrivalServices.ts"
import { atV1 } from "../support/reaches.ts"
import { atTime } from "../support/atTime.ts"
import { twins } from "../support/twins.ts"

const { A } = organizationIds
const { V1, V3 } = venues
const pending = ArrivalRebuilds.use(({ listWithin }) => listWithin(everywhere))

/** No rebuild is pending, and benefits are as the demo data has them but for their name. */
const startAnew = (name: string) =>
  Effect.gen(function* () {
    for (const venue of ["V1", "V3"] as const) yield* override(venue, { overriddenName: `Before ${name}` })
    yield* rebuildArrivals()
    assert.deepStrictEqual(yield* pending, [])
  }).pipe(atTime(now))

const idsIn = ({ items }: { readonly items: ReadonlyArray<Shown> }) => items.map(({ taskId }) => taskId)
const atVenue = (venue: "V1" | "V3") => ({ propertyIds: [venueDocumentId(venue)] })

const layers = {
  layerMemory: Layer.mergeAll(
    arrivalTwin.layerMemory,
    ArrivalRebuildsLayer.layerMemory,
    AuditLogLayer.layerMemory,
    BenefitOverridesLayer.layerMemory,
    BenefitsLayer.layerMemory,
    VenuesLayer.layerMemory
  ),
  layerSql: Layer.mergeAll(
    arrivalTwin.layerSql,
    ArrivalRebuildsLayer.layerSql,
    AuditLogLayer.layerSql,
    BenefitOverridesLayer.layerSql,
    BenefitsLayer.layerSql,
    VenuesLayer.layerSql
  )
}

twins("reads of arrivals after a change of benefits, without the job", layers, demo, (it) => {
  it.effect("MEM-053, DOMAIN 6.2, PAR-032: a list shows what a change made of the benefits, at once", () =>
    Effect.gen(function* () {
      yield* startAnew("list")
      const before = yield* list(atVenue("V1"))
      yield* override("V1", { overriddenName: "Library" })
      const { rebuilt, result: after } = yield* observed(list(atVenue("V1")))
      assert.deepStrictEqual([idsIn(after), after.total], [idsIn(before), before.total])
      for (const task of after.items) {
        assert.deepStrictEqual(namesIn(task), ["Library"])
        assert.strictEqual(task.changedSinceAck, task.acknowledgedAt !== null)
      }
      assert.strictEqual(rebuilt.length, 1)
      assert.deepStrictEqual(yield* pending, [])
      assert.deepStrictEqual((yield* observed(list(atVenue("V1")))).rebuilt, [])
    })
  )

  it.effect("DOMAIN 6.2: a task is shown as changed since its acknowledgement, which it keeps", () =>
    Effect.gen(function* () {
      yield* startAnew("one task")
      const before = yield* acknowledge("acknowledged")
      yield* override("V1", { overriddenName: "Library" })
      const { rebuilt, result: after } = yield* observed(get("acknowledged"))
      assert.deepStrictEqual([rebuilt, namesIn(after), after.changedSinceAck], [[1], ["Library"], true])
      assert.deepStrictEqual([after.acknowledgedAt, after.status], [before.acknowledgedAt, "acknowledged"])
      yield* rebuildArrivals().pipe(atTime(now))
      assert.deepStrictEqual(yield* get("acknowledged"), after)
    })
  )

  it.effect("PAR-037: tasks without a benefit leave the default list at once, and return with the next benefit", () =>
    Effect.gen(function* () {
      yield* startAnew("withdrawal")
      const before = yield* list(atVenue("V1"))
      const wasWithdrawn = yield* list({ ...atVenue("V1"), statuses: ["withdrawn"] })
      yield* override("V1", { enabled: false })
      const gone = yield* list({ ...atVenue("V1"), statuses: ["withdrawn"] })
      const isCompleted = ({ status }: Shown) => status === "completed"
      const [completed, others] = [before.items.filter(isCompleted), before.items.filter((task) => !isCompleted(task))]
      assert.sameMembers(idsIn(gone), [...idsIn({ items: others }), ...idsIn(wasWithdrawn)])
      assert.isAbove(others.length, 10)
      assert.deepStrictEqual(idsIn(yield* list(atVenue("V1"))), idsIn({ items: completed }))
      assert.strictEqual((yield* get("acknowledged")).status, "withdrawn")
      yield* override("V1", { overriddenName: "Again" })
      const again = yield* list(atVenue("V1"))
      assert.deepStrictEqual(
        again.items.map(({ acknowledgedAt, status, taskId }) => [taskId, status, acknowledgedAt]),
        before.items.map(({ acknowledgedAt, status, taskId }) => [taskId, status, acknowledgedAt])
      )
    })
  )

  it.effect("A-123: an acknowledgement acknowledges the benefits that its response shows", () =>
    Effect.gen(function* () {
      yield* startAnew("acknowledgement")
      yield* override("V1", { overriddenName: "Library" })
      const first = yield* acknowledge("open")
      assert.deepStrictEqual(
        [namesIn(first), first.changedSinceAck, first.status],
        [["Library"], false, "acknowledged"]
      )
      assert.deepStrictEqual(yield* get("open"), { ...first, refreshedAt: (yield* get("open")).refreshedAt })
      yield* rebuildArrivals().pipe(atTime(now))
      assert.isFalse((yield* get("open")).changedSinceAck)
      yield* override("V1", { overriddenName: "Winter garden" })
      yield* rebuildArrivals().pipe(atTime(now))
      assert.isTrue((yield* get("open")).changedSinceAck)
      yield* override("V1", { overriddenName: "Terrace" })
      const again = yield* acknowledge("open")
      assert.deepStrictEqual([namesIn(again), again.changedSinceAck], [["Terrace"], false])
      assert.deepStrictEqual([again.acknowledgedAt, again.acknowledgedBy], [first.acknowledgedAt, first.acknowledgedBy])
    })
  )

  it.effect("A-123: a desk of one venue rebuilds only its own tasks, once, and leaves the others pending", () =>
    Effect.gen(function* () {
      yield* startAnew("one venue")
      yield* override("V1", { overriddenName: "Library" })
      yield* override("V3", { overriddenName: "Library" })
      yield* rebuildArrivals().pipe(atTime(now))
      yield* atTime(now)(scheduleArrivalRebuild(A, null))
      const tasksOf = (id: number) => demo.arrivalTasks.filter(({ propertyId }) => propertyId === id).length
      const { rebuilt } = yield* observed(list({}, atV1))
      assert.deepStrictEqual([rebuilt.length, (rebuilt[0] ?? 0) <= tasksOf(V1.id)], [1, true])
      assert.deepStrictEqual((yield* observed(list({}, atV1))).rebuilt, [])
      assert.deepStrictEqual(
        (yield* pending).map(({ venueIds }) => [venueIds?.includes(V1.id), venueIds?.includes(V3.id)]),
        [[false, true]]
      )
      assert.strictEqual((yield* observed(list(atVenue("V3")))).rebuilt.length, 1)
      yield* list()
      assert.deepStrictEqual(yield* pending, [])
    })
  )

  it.effect("A-123: of too many tasks a list rebuilds those it shows, and leaves the change to the job", () =>
    Effect.gen(function* () {
      yield* startAnew("many")
      const before = yield* list({ limit: 3 })
      yield* override("V1", { overriddenName: "Library" })
      yield* override("V3", { overriddenName: "Library" })
      const { rebuilt, result } = yield* observed(list({ limit: 3, ...atVenue("V1") }), true)
      assert.deepStrictEqual([result.items.length, rebuilt], [3, [3]])
      for (const task of result.items) assert.deepStrictEqual(namesIn(task), ["Library"])
      assert.strictEqual((yield* pending).length, 2 * benefitsOfA.length)
      yield* override("V1", { enabled: false })
      const statuses: ReadonlyArray<ArrivalStatus> = ["open", "acknowledged"]
      const { result: empty } = yield* observed(list({ limit: 3, ...atVenue("V1"), statuses }), true)
      assert.deepStrictEqual([empty.items, empty.total], [[], 0])
      assert.isAbove(before.total, 3)
    })
  )

  it.effect("measures the lag of a change when the last of its tasks is rebuilt, whoever rebuilds it", () =>
    Effect.gen(function* () {
      const lag = Metric.value(metrics.arrivalRebuildLagSeconds.of({}))
      yield* startAnew("lag")
      const before = yield* lag
      yield* atTime(DateTime.subtract(now, { minutes: 1 }))(scheduleArrivalRebuild(A, [V1.id, V3.id]))
      yield* list({}, atV1)
      assert.strictEqual((yield* lag).count, before.count)
      yield* list()
      const after = yield* lag
      assert.deepStrictEqual([after.count - before.count, after.sum - before.sum], [1, 60])
    })
  )
})
