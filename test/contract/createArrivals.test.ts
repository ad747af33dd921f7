import { assert } from "@effect/vitest"
import { Cause, DateTime, Effect, Exit } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { reservationId } from "../../src/demo/demoReservations.ts"
import { stays } from "../../src/demo/stays.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import {
  ArrivalSnapshots,
  type MissingArrival,
  type StaysWithoutTask
} from "../../src/domain/arrivals/ArrivalSnapshots.ts"
import { createArrivals, createArrivalsOf } from "../../src/domain/arrivals/createArrivals.ts"
import { refreshArrivalsOfMember } from "../../src/domain/arrivals/refreshArrivals.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import type { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { arrivalTwin, demo, now, tasksAt } from "../support/arrivalServices.ts"
import { atTime } from "../support/atTime.ts"
import { twins } from "../support/twins.ts"

const positionOf = (stay: string) => stays.findIndex(({ name }) => name === stay)
const idOf = (stay: string) => reservationId(positionOf(stay))
const nameOf = (id: number) => stays.find((_, index) => reservationId(index) === id)?.name ?? `${id}`

const confirmed = { status: "confirmed", pmsStatus: "confirmed" } as const

const changes: Readonly<Record<string, Partial<Dataset["reservations"][number]>>> = {
  // At and beyond both ends of the window, in zones with different dates, and over but still confirmed.
  ...Object.fromEntries(
    ["minus7", "minus8", "plus60", "plus61", "minus7_v3", "plus60_v3", "minus7_completed"].map((name) => [
      name,
      confirmed
    ])
  ),
  // In New York it is still the 10th: 61 days ahead, and 8 days ago.
  arrival5: { ...confirmed, checkIn: "2026-07-10", checkOut: "2026-07-12" },
  arrival8: { ...confirmed, checkIn: "2026-05-02", checkOut: "2026-06-02" },
  arrival1: { status: "cancelled" },
  arrival2: { status: "pending" },
  arrival4: { memberId: null }
}

/** The demo stays, some of them changed, without tasks. */
const bare: Dataset = {
  ...demo,
  arrivalTasks: [],
  reservations: demo.reservations.map((row, index) => ({ ...row, ...changes[stays[index]?.name ?? ""] }))
}

const missing = (
  of: {
    readonly after?: MissingArrival | undefined
    readonly except?: ReadonlyArray<OrganizationId>
    readonly limit?: number
  } = {}
) =>
  ArrivalSnapshots.use((snapshots) => snapshots.listMissing({ now, after: undefined, except: [], limit: 200, ...of }))

const stillMissing = (of: StaysWithoutTask) =>
  ArrivalSnapshots.use((snapshots) => atomically(snapshots.listStillMissing({ ...of, now, limit: 200 })))

const create = (at: DateTime.Utc, limit?: number) => atTime(at)(createArrivals(limit))

twins("createArrivals", arrivalTwin, bare, (it) => {
  it.effect(
    "DOMAIN 6.2, PAR-031: finds confirmed stays of members in the window of their venue that are not over",
    () =>
      Effect.gen(function* () {
        const names = (yield* missing()).map((stay) => nameOf(stay.reservationId))
        for (const name of ["minus7", "plus60", "minus7_v3", "plus60_v3", "open", "day_use", "linked_elsewhere"]) {
          assert.include(names, name)
        }
        for (const name of [
          "minus8",
          "plus61",
          "arrival5",
          "arrival8",
          "minus7_completed",
          "arrival1",
          "arrival2",
          "arrival4",
          "inquiry"
        ]) {
          assert.notInclude(names, name)
        }
        // In house, so no longer confirmed; of a closed account, so enrolled in nothing; of nobody.
        for (const name of ["completed_unseen", "withdrawn_no_benefit", "no_member"]) assert.notInclude(names, name)
      })
  )

  it.effect(
    "DOMAIN 6.2: lists by check-in, then reservation, after a position, of everybody or one member or stay",
    () =>
      Effect.gen(function* () {
        const whole = yield* missing()
        const keys = whole.map(({ checkIn, reservationId: id }) => `${checkIn} ${id}`)
        assert.deepStrictEqual(keys, keys.toSorted())
        const first = yield* missing({ limit: 7 })
        assert.deepStrictEqual(first, whole.slice(0, 7))
        assert.deepStrictEqual(yield* missing({ limit: 7, after: first.at(-1) }), whole.slice(7, 14))
        assert.deepStrictEqual(
          yield* missing({ except: [organizationIds.A] }),
          whole.filter(({ organizationId }) => organizationId !== organizationIds.A)
        )
        const ofMember = yield* stillMissing({ memberId: memberIds.M2 })
        assert.isTrue(ofMember.every(({ memberId }) => memberId === memberIds.M2))
        assert.isAbove(ofMember.length, 5)
        const listed = new Set(whole.map(({ reservationId: id }) => id))
        assert.isTrue(ofMember.every(({ reservationId: id }) => listed.has(id)))
        const reservationIds = [idOf("today"), idOf("arrival1")]
        assert.deepStrictEqual(
          (yield* stillMissing({ organizationId: organizationIds.A, reservationIds })).map(({ checkIn, venue }) => [
            checkIn,
            venue.documentId
          ]),
          [["2026-05-11", venueDocumentId("V3")]]
        )
        assert.deepStrictEqual(yield* stillMissing({ organizationId: organizationIds.B, reservationIds }), [])
      })
  )

  it.effect("rolls back the created tasks when the transaction fails", () =>
    Effect.gen(function* () {
      const before = yield* missing()
      yield* create(now).pipe(Effect.andThen(Effect.fail("later step failed")), atomically, Effect.flip)
      assert.deepStrictEqual([yield* missing(), yield* tasksAt(now)], [before, []])
    })
  )

  it.effect("DOMAIN 6.2: a failure in one organization does not hold up the others, and is repeated", () =>
    Effect.gen(function* () {
      const found = yield* missing()
      const ofA = found.filter(({ organizationId }) => organizationId === organizationIds.A)
      const snapshots = yield* ArrivalSnapshots
      const tried: Array<boolean> = []
      const failing = ArrivalSnapshots.of({
        ...snapshots,
        listStillMissing: (of) => {
          const isOfA = "organizationId" in of && of.organizationId === organizationIds.A
          tried.push(isOfA)
          return isOfA ? Effect.die("out of order") : snapshots.listStillMissing(of)
        }
      })
      const attempt = Effect.gen(function* () {
        const exit = yield* Effect.exit(createArrivals(2).pipe(Effect.provideService(ArrivalSnapshots, failing)))
        assert.include(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", "out of order")
        assert.lengthOf(tried.filter(Boolean), 1)
        assert.isAbove(tried.length, 2)
        assert.deepStrictEqual(yield* missing(), ofA)
        assert.strictEqual(yield* createArrivals(2), ofA.length)
        return yield* Effect.fail("rolled back")
      })
      assert.strictEqual(yield* attempt.pipe(atomically, atTime(now), Effect.flip), "rolled back")
    })
  )

  it.effect("DOMAIN 6.1, 6.2: creates the task of one stay, or of the stays of one member, at once", () =>
    Effect.gen(function* () {
      yield* atTime(now)(createArrivalsOf({ organizationId: organizationIds.A, reservationIds: [idOf("today")] }))
      assert.deepStrictEqual(
        (yield* tasksAt(now)).map(({ reservation }) => reservation.reservationId),
        [String(stays[positionOf("today")]?.externalId)]
      )
      yield* atTime(now)(refreshArrivalsOfMember(memberIds.M3))
      const lastNames = (yield* tasksAt(now)).map(({ member }) => member.lastName)
      assert.sameMembers([...new Set(lastNames)], ["Two", "Three"])
    })
  )

  it.effect("DOMAIN 6.2, PAR-037: creates an open task for each stay with benefits due, once, in small batches", () =>
    Effect.gen(function* () {
      const found = yield* missing()
      const [created, before] = [yield* create(now, 7), yield* tasksAt(now)]
      assert.strictEqual(created, found.length)
      assert.strictEqual(yield* create(now, 7), 0)
      const planned = new Map(demo.arrivalTasks.map((task) => [task.reservationId, task]))
      const externalIds = new Map(demo.reservations.map(({ externalId, id }) => [String(externalId), id]))
      assert.lengthOf(before, found.length + 2)
      for (const { benefits, status, taskId, ...task } of before) {
        const id = externalIds.get(task.reservation.reservationId)
        // Two organizations share one external id; both of its stays have tasks.
        const plan = id === undefined ? undefined : planned.get(id)
        assert.deepStrictEqual([status, task.acknowledgedAt, task.acknowledgedBy], ["open", null, null])
        assert.deepStrictEqual([task.changedSinceAck, task.specialNotes], [false, null])
        assert.deepStrictEqual([task.refreshedAt, task.createdAt], [DateTime.formatIso(now), DateTime.formatIso(now)])
        if (task.reservation.reservationId !== "PMS-7001") assert.deepStrictEqual(benefits, plan?.benefits)
        assert.match(taskId, /^[0-9A-Z]{26}$/)
      }
      assert.lengthOf(new Set(before.map(({ taskId }) => taskId)), before.length)
    })
  )

  it.effect("DOMAIN 6.2: creates the tasks of stays that enter the window the next day", () =>
    Effect.gen(function* () {
      const next = DateTime.add(now, { days: 1 })
      assert.strictEqual(yield* create(next), 2)
      assert.include(
        (yield* tasksAt(next)).map(({ reservation }) => reservation.reservationId),
        String(stays[positionOf("plus61")]?.externalId)
      )
    })
  )

  it.effect("DOMAIN 6: a stay has one task; a second insert keeps the existing one", () =>
    Effect.gen(function* () {
      const before = yield* tasksAt(now)
      const task = {
        reservationId: idOf("today"),
        memberId: memberIds.M2,
        checkIn: "2026-05-11",
        venue: { id: venues.V3.id, organizationId: venues.V3.organizationId, documentId: venueDocumentId("V3") },
        taskId: "another",
        tierLevel: null,
        benefits: []
      }
      const inserted = yield* ArrivalSnapshots.use((snapshots) => atomically(snapshots.insert({ now, tasks: [task] })))
      assert.strictEqual(inserted, 0)
      assert.deepStrictEqual(yield* tasksAt(now), before)
    })
  )
})

/** No entitlement is active. */
const nothing: Dataset = { ...bare, entitlements: demo.entitlements.map((row) => ({ ...row, active: false })) }

twins("createArrivals of stays without benefits due", arrivalTwin, nothing, (it) => {
  it.effect("DOMAIN 6.2: creates no tasks, and skips all stays in small batches", () =>
    Effect.gen(function* () {
      const before = yield* missing()
      assert.isAbove(before.length, 14)
      assert.strictEqual(yield* create(now, 7), 0)
      assert.deepStrictEqual(yield* missing(), before)
    })
  )
})

twins("createArrivals of the demo data", arrivalTwin, demo, (it) => {
  it.effect("DOMAIN 6.2: the demo data has every task that the service would create", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* missing(), [])
      assert.strictEqual(yield* create(now), 0)
    })
  )
})
