import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoWithoutCities } from "../../support/datasets/demoWithoutCities.ts"
import { inviteTokens } from "../../../src/demo/demoInvites.ts"
import { memberIds } from "../../../src/demo/demoMembers.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { confirmationCode } from "../../../src/demo/demoReservations.ts"
import { stays } from "../../../src/demo/stays.ts"
import { venues } from "../../../src/demo/venues.ts"
import { Arrivals } from "../../../src/domain/arrivals/Arrivals.ts"
import { createArrivals } from "../../../src/domain/arrivals/createArrivals.ts"
import { refreshArrivals } from "../../../src/domain/arrivals/refreshArrivals.ts"
import { acceptInvite } from "../../../src/domain/invites/acceptInvite.ts"
import { addReservation } from "../../../src/domain/reservations/addReservation.ts"
import { changeReservation, type StayChange } from "../../../src/domain/reservations/changeReservation.ts"
import { linkReservation } from "../../../src/domain/reservations/linkReservation.ts"
import { type Reservation, ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import { tasksAt } from "../../support/arrivalServices.ts"
import { atTime } from "../../support/atTime.ts"
import { inTransaction } from "../../support/servers/inTransaction.ts"
import { asMember, twin } from "../../support/memberServices.ts"
import { newStay, start } from "../../support/datasets/staysDataset.ts"
import { ofA } from "../../support/reaches.ts"
import { twins } from "../../support/twins.ts"

const dataset = demoWithoutCities(start)
const xid = ReservationXid.make

const day = (days: number) => DateTime.formatIsoDateUtc(DateTime.add(start, { days }))

const add = (name: string, change: Partial<Reservation> = {}) =>
  atTime(start)(
    addReservation(
      newStay({
        memberId: memberIds.M1,
        status: "confirmed",
        pmsStatus: "confirmed",
        checkIn: day(8),
        checkOut: day(10),
        ...change,
        externalId: xid(name)
      })
    )
  )

let messages = 0

const change = (name: string, to: StayChange, at = start) =>
  atTime(at)(
    changeReservation({
      organizationId: organizationIds.A,
      externalId: xid(name),
      messageId: `message-${++messages}`,
      change: to
    })
  )

/** The task of a stay; undefined without one. */
const taskOf = (name: string, at = start) =>
  Effect.map(tasksAt(at, ofA), (items) => items.find(({ reservation }) => reservation.reservationId === name))

const statusOf = (name: string, at = start) => Effect.map(taskOf(name, at), (task) => task?.status)

twins("createArrivals", twin, dataset, (it) => {
  it.effect("DOMAIN 6.1, 6.2: a new confirmed stay of a member in the window gets its task at once", () =>
    Effect.gen(function* () {
      yield* add("new")
      const task = yield* taskOf("new")
      assert.deepStrictEqual(
        [task?.status, task?.member.lastName, task?.refreshedAt],
        ["open", "One", DateTime.formatIso(start)]
      )
      assert.isAbove(task?.benefits.length ?? 0, 0)
    })
  )

  it.effect(
    "DOMAIN 6.1, 6.2: no task for a stay that is unconfirmed, has no member or benefits due, or is outside the window",
    () =>
      Effect.gen(function* () {
        yield* add("quoted", { status: "inquiry" })
        yield* add("pending", { status: "pending" })
        yield* add("nobody", { memberId: null })
        yield* add("far", { checkIn: day(75), checkOut: day(77) })
        yield* add("no program", { memberId: memberIds.M_new })
        for (const name of ["quoted", "pending", "nobody", "far", "no program"]) {
          assert.isUndefined(yield* taskOf(name, DateTime.add(start, { days: 16 })), name)
        }
      })
  )

  it.effect(
    "DOMAIN 6.1: a task opens when its stay is confirmed, is withdrawn when cancelled and open again when reinstated",
    () =>
      Effect.gen(function* () {
        yield* add("asked", { status: "pending" })
        yield* change("asked", { status: "confirmed" })
        const task = yield* taskOf("asked")
        assert.strictEqual(task?.status, "open")
        yield* change("asked", { status: "cancelled" })
        assert.strictEqual(yield* statusOf("asked"), "withdrawn")
        yield* change("asked", { status: "confirmed" })
        assert.deepStrictEqual(yield* taskOf("asked"), task)
      })
  )

  it.effect(
    "DOMAIN 6.2: a task completed by its check-out stays so when its stay is cancelled before the job runs",
    () =>
      Effect.gen(function* () {
        yield* add("over")
        const after = DateTime.add(start, { days: 12 })
        assert.strictEqual(yield* statusOf("over", after), "completed")
        yield* change("over", { status: "cancelled" }, after)
        assert.strictEqual(yield* statusOf("over", after), "completed")
      })
  )

  it.effect(
    "PAR-032, PAR-037: a changed check-in, venue and member update the task at once and keep its acknowledgement",
    () =>
      Effect.gen(function* () {
        yield* add("moving")
        const before = (yield* taskOf("moving")) ?? assert.fail("no task")
        const by = { kind: "key", id: "key", name: "Key" } as const
        yield* Arrivals.use((arrivals) =>
          arrivals.updateAcknowledgement({ reach: ofA, taskId: before.taskId, now: start, by })
        )
        const later = DateTime.add(start, { minutes: 5 })
        yield* change("moving", { propertyId: venues.V3.id, memberId: memberIds.M3, checkIn: day(9) }, later)
        const after = (yield* taskOf("moving", later)) ?? assert.fail("no task")
        assert.deepStrictEqual(
          [after.taskId, after.status, after.changedSinceAck, after.refreshedAt],
          [before.taskId, "acknowledged", true, DateTime.formatIso(later)]
        )
        assert.deepStrictEqual([after.member.lastName, after.reservation.checkInDate], ["Three", day(9)])
        assert.notDeepEqual(after.benefits, before.benefits)
        yield* change("moving", { confirmationCode: "OTHER" }, DateTime.add(start, { minutes: 10 }))
        assert.strictEqual((yield* taskOf("moving", later))?.refreshedAt, DateTime.formatIso(later))
      })
  )

  it.effect(
    "DOMAIN 6.2: a task is withdrawn while its stay has no member or no dates, and restored when it has again",
    () =>
      Effect.gen(function* () {
        yield* add("unsure")
        const { taskId } = (yield* taskOf("unsure")) ?? assert.fail("no task")
        const read = (now = start) =>
          Effect.map(
            Arrivals.use((arrivals) => arrivals.get({ reach: ofA, taskId, now })),
            ({ arrival }) => arrival
          )
        const before = yield* read()
        for (const without of [{ memberId: null }, { checkIn: null, checkOut: null }]) {
          yield* change("unsure", without)
          const { benefits, status } = yield* read()
          assert.deepStrictEqual([status, benefits], ["withdrawn", []])
          const later = DateTime.add(start, { hours: 30 })
          yield* refreshArrivals().pipe(atTime(later))
          assert.strictEqual((yield* read(later)).status, "withdrawn")
          yield* change("unsure", { memberId: memberIds.M1, checkIn: day(8), checkOut: day(10) })
          assert.deepStrictEqual(yield* read(), before)
        }
      })
  )

  it.effect(
    "DOMAIN 6.2: an inquiry withdraws its acknowledged task; confirmed again it is acknowledged, with changedSinceAck",
    () =>
      Effect.gen(function* () {
        yield* add("reconsidered")
        const { taskId } = (yield* taskOf("reconsidered")) ?? assert.fail("no task")
        const read = (now = start) =>
          Effect.map(
            Arrivals.use((arrivals) => arrivals.get({ reach: ofA, taskId, now })),
            ({ arrival }) => arrival
          )
        const by = { kind: "key", id: "key", name: "Key" } as const
        yield* Arrivals.use((arrivals) => arrivals.updateAcknowledgement({ reach: ofA, taskId, now: start, by }))
        const before = yield* read()
        assert.deepStrictEqual([before.status, before.changedSinceAck], ["acknowledged", false])
        yield* change("reconsidered", { status: "inquiry" })
        const reread = yield* read()
        assert.deepStrictEqual([reread.status, reread.benefits, reread.changedSinceAck], ["withdrawn", [], true])
        const later = DateTime.add(start, { hours: 30 })
        yield* refreshArrivals().pipe(atTime(later))
        assert.deepStrictEqual((yield* read(later)).benefits, [])
        yield* change("reconsidered", { status: "confirmed" })
        assert.deepStrictEqual(yield* read(), { ...before, changedSinceAck: true })
      })
  )

  it.effect("DOMAIN 6.1: moving a stay's dates into the window opens its task, and so does linking a member", () =>
    Effect.gen(function* () {
      yield* add("early", { checkIn: day(75), checkOut: day(77) })
      yield* change("early", { checkIn: day(50), checkOut: day(52) })
      assert.strictEqual(yield* statusOf("early"), "open")
      yield* add("stranger", { memberId: null })
      yield* change("stranger", { memberId: memberIds.M2 })
      assert.strictEqual(yield* statusOf("stranger"), "open")
    })
  )

  it.effect("MEM-113, DOMAIN 6.2: a stay that a member links gets its task at once", () =>
    Effect.gen(function* () {
      const unlinked = stays.find(({ name }) => name === "unlinked")?.externalId ?? assert.fail("no such stay")
      assert.isUndefined(yield* taskOf(unlinked))
      const claim = { confirmationCode: confirmationCode("unlinked"), lastName: "One" }
      yield* inTransaction(linkReservation(unlinked, claim)).pipe(asMember(memberIds.M1), atTime(start))
      assert.strictEqual(yield* statusOf(unlinked), "open")
    })
  )

  it.effect("MEM-119, DOMAIN 6.2: accepting an invite opens the task of the member's stay at once", () =>
    Effect.gen(function* () {
      yield* add("invited", { memberId: memberIds.M_new })
      assert.isUndefined(yield* taskOf("invited"))
      yield* inTransaction(acceptInvite(inviteTokens.sent)).pipe(asMember(memberIds.M_new), atTime(start))
      const task = yield* taskOf("invited")
      assert.deepStrictEqual([task?.status, task?.member.tierLevel], ["open", 1])
    })
  )

  it.effect("DOMAIN 6.2, PAR-031: the job creates a stay's task once, when its check-in enters the window", () =>
    Effect.gen(function* () {
      yield* add("distant", { checkIn: day(90), checkOut: day(92) })
      const before = DateTime.add(start, { days: 29 })
      yield* atTime(before)(createArrivals())
      assert.isUndefined(yield* taskOf("distant", before))
      const then = DateTime.add(start, { days: 30 })
      assert.strictEqual(yield* atTime(then)(createArrivals()), 1)
      assert.strictEqual(yield* statusOf("distant", then), "open")
      assert.strictEqual(yield* atTime(then)(createArrivals()), 0)
    })
  )
})
