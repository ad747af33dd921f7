import { assert } from "@effect/vitest"
import { Cause, DateTime, Effect, Exit } from "effect"
import { everywhere } from "../../src/domain/access/Reach.ts"
import { arrivalXid } from "../../src/demo/demoArrivals.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { tierId } from "../../src/demo/demoPrograms.ts"
import { stays } from "../../src/demo/stays.ts"
import { venues } from "../../src/demo/venues.ts"
import { Arrivals } from "../../src/domain/arrivals/Arrivals.ts"
import { ArrivalSnapshots } from "../../src/domain/arrivals/ArrivalSnapshots.ts"
import { refreshArrivals, refreshArrivalsOfMember } from "../../src/domain/arrivals/refreshArrivals.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import type { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { addDays } from "../../src/domain/shared/calendar.ts"
import { arrivalTwin, demo, now } from "../support/arrivalServices.ts"
import { atTime } from "../support/atTime.ts"
import { twins } from "../support/twins.ts"

const get = (name: string, at = now) =>
  Effect.map(
    Arrivals.use((arrivals) => arrivals.get({ reach: everywhere, taskId: arrivalXid(name), now: at })),
    ({ arrival }) => arrival
  )

/** Refreshes all arrivals due at `at` in batches of `limit`; returns their number. */
const refresh = (at: DateTime.Utc, limit = 500) => atTime(at)(refreshArrivals(limit))

const positionOf = (stay: string) => stays.findIndex(({ name }) => name === stay)

const withStays = (changes: Readonly<Record<string, Partial<Dataset["reservations"][number]>>>): Dataset => ({
  ...demo,
  reservations: demo.reservations.map((row, index) => ({ ...row, ...changes[stays[index]?.name ?? ""] }))
})

const moved = withStays({
  arrival1: { status: "cancelled" },
  arrival2: { checkIn: "2026-05-08", checkOut: "2026-05-09" },
  completed: { status: "cancelled" },
  acknowledged: { checkIn: "2026-05-20", checkOut: "2026-05-22" }
})

twins("ArrivalSnapshots", arrivalTwin, moved, (it) => {
  it.effect("PAR-032, A-66: refreshes near arrivals once, before they are 6 hours old, and far ones not yet", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refresh(now), 0)
      // Near arrivals were refreshed 2 hours before `now`, the others 12 hours before it.
      const soon = DateTime.add(now, { hours: 3, minutes: 30 })
      const before = yield* get("acknowledged", soon)
      const near = yield* refresh(soon)
      assert.isAbove(near, 10)
      assert.strictEqual(yield* refresh(soon), 0)
      assert.deepStrictEqual((yield* get("open", soon)).refreshedAt, DateTime.formatIso(soon))
      assert.deepStrictEqual((yield* get("minus7", soon)).refreshedAt, DateTime.formatIso(soon))
      assert.isTrue((yield* get("plus60", soon)).refreshedAt < DateTime.formatIso(now))
      // Its stay moved to a later date: no longer near, so not yet due.
      assert.deepStrictEqual(yield* get("acknowledged", soon), before)

      const { items } = yield* Arrivals.use((arrivals) =>
        arrivals.list({
          reach: everywhere,
          now: soon,
          from: undefined,
          to: undefined,
          statuses: ["open", "acknowledged", "completed", "withdrawn"],
          acknowledged: undefined,
          limit: 100,
          offset: 0
        })
      )
      const stale = items.filter(
        ({ refreshedAt, reservation }) =>
          reservation.checkInDate <= addDays(DateTime.formatIsoDateUtc(soon), 2) &&
          refreshedAt < DateTime.formatIso(DateTime.subtract(soon, { hours: 6 }))
      )
      assert.deepStrictEqual(stale, [])
    })
  )

  it.effect("PAR-032, DOMAIN 6.2: a refresh updates the status, keeps acknowledgements and marks later changes", () =>
    Effect.gen(function* () {
      const next = DateTime.add(now, { hours: 26 })
      assert.isAbove(yield* refresh(next, 7), 40)
      const arrival = yield* get("acknowledged", next)
      assert.deepStrictEqual(arrival.refreshedAt, DateTime.formatIso(next))
      assert.strictEqual(arrival.acknowledgedBy?.name, "PA")
      assert.isTrue(arrival.changedSinceAck)
      assert.isFalse((yield* get("arrival5", next)).changedSinceAck)
      assert.strictEqual((yield* get("arrival1", next)).status, "withdrawn")
      assert.strictEqual((yield* get("completed", next)).status, "completed")
    })
  )

  it.effect("PAR-032: completes the task of a stay that outlasts the window, and skips completed past tasks", () =>
    Effect.gen(function* () {
      const later = DateTime.add(now, { days: 30 })
      yield* refresh(later, 100)
      const long = yield* get("minus7", later)
      assert.deepStrictEqual([long.status, long.refreshedAt], ["completed", DateTime.formatIso(later)])
      assert.isTrue((yield* get("completed", later)).refreshedAt < DateTime.formatIso(later))
      const evenLater = DateTime.add(later, { days: 2 })
      yield* refresh(evenLater, 100)
      assert.deepStrictEqual((yield* get("minus7", evenLater)).refreshedAt, DateTime.formatIso(later))
    })
  )

  it.effect("PAR-032: lists at most `limit` due snapshots; a higher limit only appends to them", () =>
    Effect.gen(function* () {
      const day = DateTime.add(now, { days: 40 })
      const list = (limit: number) =>
        ArrivalSnapshots.use((snapshots) => snapshots.listDue({ now: day, except: [], limit }))
      const few = yield* list(4)
      assert.lengthOf(few, 4)
      const more = yield* list(8)
      assert.deepStrictEqual(more.slice(0, 4), few)
    })
  )

  it.effect("rolls back a refresh when its transaction fails", () =>
    Effect.gen(function* () {
      const far = DateTime.add(now, { days: 41 })
      const before = yield* get("plus61", far)
      yield* refresh(far).pipe(Effect.andThen(Effect.fail("later step failed")), atomically, Effect.flip)
      assert.deepStrictEqual(yield* get("plus61", far), before)
    })
  )
})

twins("ArrivalSnapshots of the demo data", arrivalTwin, demo, (it) => {
  it.effect("MEM-053, DOMAIN 6.2: refreshing the demo data changes only refreshedAt", () =>
    Effect.gen(function* () {
      const names = stays.flatMap(({ name, task }) => (task === undefined ? [] : [name]))
      const at = DateTime.add(now, { hours: 13 })
      const before = yield* Effect.forEach(names, (name) => get(name, at))
      assert.isAbove(yield* refresh(at), 50)
      for (const [index, name] of names.entries()) {
        const { refreshedAt: _, ...after } = yield* get(name, at)
        assert.deepInclude(before[index], after, name)
      }
    })
  )

  it.effect("DOMAIN 6.2: a refresh that fails in one organization does not hold up the others, and is repeated", () =>
    Effect.gen(function* () {
      const day = DateTime.add(now, { hours: 40 })
      const snapshots = yield* ArrivalSnapshots
      const all = yield* snapshots.listDue({ now: day, except: [], limit: 500 })
      const ofA = all.filter(({ organizationId }) => organizationId === organizationIds.A)
      // The tasks of A fill several lists, and are the oldest.
      assert.strictEqual(all[0]?.organizationId, organizationIds.A)
      assert.isAbove(all.length - ofA.length, 2)
      const tried: Array<OrganizationId> = []
      const failing = ArrivalSnapshots.of({
        ...snapshots,
        listStillDue: (of) => {
          tried.push(of.organizationId)
          return of.organizationId === organizationIds.A ? Effect.die("out of order") : snapshots.listStillDue(of)
        }
      })
      const exit = yield* Effect.exit(
        refreshArrivals(2).pipe(Effect.provideService(ArrivalSnapshots, failing), atTime(day))
      )
      assert.include(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", "out of order")
      assert.lengthOf(
        tried.filter((id) => id === organizationIds.A),
        1
      )
      assert.deepStrictEqual(yield* snapshots.listDue({ now: day, except: [], limit: 500 }), ofA)
      assert.strictEqual(yield* refresh(day, 2), ofA.length)
    })
  )

  it.effect(
    "PAR-032: rebuilds no task that another process has rebuilt meanwhile, and none of another organization",
    () =>
      Effect.gen(function* () {
        const day = DateTime.add(now, { hours: 70 })
        const snapshots = yield* ArrivalSnapshots
        const due = yield* snapshots.listDue({ now: day, except: [], limit: 500 })
        const ids = due.map(({ id }) => id)
        const list = (organizationId: OrganizationId) =>
          Effect.map(atomically(snapshots.listStillDue({ organizationId, ids, now: day })), (stays) =>
            stays.map(({ id }) => id)
          )
        assert.sameMembers(
          yield* list(organizationIds.A),
          due.flatMap(({ id, organizationId }) => (organizationId === organizationIds.A ? [id] : []))
        )
        yield* refresh(day)
        assert.deepStrictEqual(yield* list(organizationIds.A), [])
      })
  )
})

/** M2 fell from level 3 to level 1, organization B's entitlements are inactive, `w1_minus7` is cancelled. */
const others: Dataset = {
  ...demo,
  enrolments: demo.enrolments.map((row) =>
    row.memberId === memberIds.M2 && row.organizationId === 1 ? { ...row, tierId: tierId("A", 1) } : row
  ),
  entitlements: demo.entitlements.map((row) => (row.organizationId === 2 ? { ...row, active: false } : row)),
  reservations: demo.reservations.map((row, index) =>
    index === positionOf("w1_minus7") ? { ...row, status: "cancelled" as const } : row
  )
}

twins("ArrivalSnapshots of members whose tiers and entitlements changed", arrivalTwin, others, (it) => {
  const later = DateTime.add(now, { hours: 26 })

  it.effect("PAR-037: a changed tier sets changedSinceAck of an acknowledged task even before its refresh", () =>
    Effect.gen(function* () {
      assert.isTrue((yield* get("acknowledged")).changedSinceAck)
      assert.isFalse((yield* get("acknowledged_by_operator")).changedSinceAck)
      assert.isFalse((yield* get("today")).changedSinceAck)
    })
  )

  it.effect("PAR-034, PAR-037: an acknowledgement covers the member's tier at that time", () =>
    Effect.gen(function* () {
      const by = { kind: "key", id: "key", name: "Key" } as const
      const { arrival } = yield* Arrivals.use((arrivals) =>
        arrivals.updateAcknowledgement({ reach: everywhere, taskId: arrivalXid("arrival10"), now, by })
      )
      assert.deepStrictEqual([arrival.member.tierLevel, arrival.changedSinceAck], [1, false])
      assert.isFalse((yield* get("arrival10")).changedSinceAck)
    })
  )

  it.effect("PAR-037, DOMAIN 6.2: a refresh replaces an acknowledged task's benefits and sets changedSinceAck", () =>
    Effect.gen(function* () {
      const before = yield* get("acknowledged")
      yield* refresh(later)
      const after = yield* get("acknowledged", later)
      assert.deepStrictEqual(
        [before.benefits, after.benefits].map((benefits) => benefits.map(({ name }) => name)),
        [
          ["Terrace breakfast", "Welcome drink", "Late check-out", "Lounge", "Suite upgrade"],
          ["Terrace breakfast", "Welcome drink"]
        ]
      )
      assert.strictEqual(after.benefits[0]?.overriddenName, "Rooftop breakfast")
      assert.isTrue(after.changedSinceAck)
      assert.deepStrictEqual(after.acknowledgedAt, before.acknowledgedAt)
      assert.deepStrictEqual(after.acknowledgedBy, before.acknowledgedBy)
      assert.strictEqual(after.status, "acknowledged")
      assert.isFalse((yield* get("acknowledged_by_operator", later)).changedSinceAck)
    })
  )

  it.effect("PAR-037, DOMAIN 6.2: withdraws a task without benefits due, acknowledged or not", () =>
    Effect.gen(function* () {
      for (const [name, isSeen] of [
        ["w1_open", false],
        ["w1_acknowledged", true]
      ] as const) {
        const { acknowledgedAt, benefits, changedSinceAck, status } = yield* get(name, later)
        assert.deepStrictEqual([status, benefits, changedSinceAck], ["withdrawn", [], isSeen], name)
        assert.strictEqual(acknowledgedAt !== null, isSeen)
      }
    })
  )
})

/** Tasks withdrawn for lack of benefits whose members are due some again. */
const empty: Dataset = {
  ...demo,
  arrivalTasks: demo.arrivalTasks.map((row) => ({
    ...row,
    ...(row.propertyId === venues.W1.id ? { benefits: [], status: "withdrawn" as const } : {})
  })),
  reservations: demo.reservations.map((row, index) =>
    index === positionOf("arrival2") ? { ...row, memberId: memberIds.M3 } : row
  )
}

twins("ArrivalSnapshots of tasks with benefits due again", arrivalTwin, empty, (it) => {
  it.effect("DOMAIN 6.1, 6.2: a rebuild moves a task and its benefits to the member its stay is now linked to", () =>
    Effect.gen(function* () {
      const soon = DateTime.add(now, { hours: 25 })
      assert.strictEqual((yield* get("arrival2", soon)).member.tierLevel, 3)
      yield* atTime(soon)(refreshArrivalsOfMember(memberIds.M3))
      const { benefits, member } = yield* get("arrival2", soon)
      assert.deepStrictEqual([member.lastName, member.tierLevel], ["Three", 1])
      assert.deepStrictEqual(
        benefits.map(({ name }) => name),
        ["Terrace breakfast", "Welcome drink"]
      )
    })
  )

  it.effect("PAR-037, DOMAIN 6.2: a withdrawn task with benefits due again is open, or acknowledged if it was", () =>
    Effect.gen(function* () {
      const later = DateTime.add(now, { hours: 26 })
      assert.strictEqual((yield* get("w1_acknowledged")).status, "withdrawn")
      yield* refresh(later)
      const open = yield* get("w1_open", later)
      assert.deepStrictEqual([open.status, open.changedSinceAck], ["open", false])
      assert.isAbove(open.benefits.length, 0)
      const seen = yield* get("w1_acknowledged", later)
      assert.deepStrictEqual([seen.status, seen.changedSinceAck], ["acknowledged", true])
    })
  )

  it.effect("DOMAIN 6.2: rebuilds all tasks of one member at once, due or not, and no others", () =>
    Effect.gen(function* () {
      const soon = DateTime.add(now, { hours: 27 })
      const before = yield* get("w1_open", soon)
      yield* atTime(soon)(refreshArrivalsOfMember(memberIds.M2))
      assert.deepStrictEqual((yield* get("w1_m2", soon)).refreshedAt, DateTime.formatIso(soon))
      assert.deepStrictEqual((yield* get("plus60", soon)).refreshedAt, DateTime.formatIso(soon))
      assert.deepStrictEqual(yield* get("w1_open", soon), before)
    })
  )

  it.effect("DOMAIN 6.2: does not list a member's settled past stays", () =>
    Effect.gen(function* () {
      const later = DateTime.add(now, { days: 200 })
      yield* refresh(later)
      const stays = yield* ArrivalSnapshots.use((snapshots) =>
        atomically(snapshots.listByMember({ memberId: memberIds.M1, now: later }))
      )
      assert.deepStrictEqual(stays, [])
    })
  )
})
