import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { everywhere, type Reach } from "../../src/domain/access/Reach.ts"
import { nowhere } from "../../src/domain/access/Reach.ts"
import { Arrivals, type ArrivalsQuery } from "../../src/domain/arrivals/Arrivals.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import type { Reservation } from "../../src/domain/reservations/Reservation.ts"
import { addDays, dateIn } from "../../src/domain/shared/calendar.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { arrivalXid } from "../../src/demo/demoArrivals.ts"
import { stays } from "../../src/demo/stays.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import * as ArrivalsLayer from "../../src/layers/repositories/ArrivalsLayer.ts"
import { twins } from "../support/twins.ts"
import { atV1, ofA } from "../support/reaches.ts"

/** Tokyo and Lisbon are a day ahead of New York at this moment. */
const now = DateTime.makeUnsafe("2026-05-10T23:30:00Z")

const names = new Map(stays.map((fact) => [arrivalXid(fact.name), fact.name]))
const nameOf = (taskId: string) => names.get(taskId) ?? taskId

/** Stays that the PMS changed after the task's row was last written. */
const changes: Readonly<Record<string, Partial<Reservation>>> = {
  arrival1: { status: "cancelled" },
  arrival5: { status: "cancelled" },
  arrival2: { checkIn: "2026-05-08", checkOut: "2026-05-09" },
  completed: { status: "cancelled" },
  completed_unseen: { checkOut: "2026-06-01" },
  withdrawn: { status: "confirmed" },
  withdrawn_acknowledged: { status: "confirmed" },
  acknowledged: { checkIn: "2026-05-20", checkOut: "2026-05-22" }
}

const changed = (dataset: Dataset): Dataset => ({
  ...dataset,
  reservations: dataset.reservations.map((row, index) => ({ ...row, ...changes[stays[index]?.name ?? ""] }))
})

const queryOf = (query: Partial<ArrivalsQuery>): ArrivalsQuery => ({
  reach: ofA,
  now,
  from: undefined,
  to: undefined,
  statuses: ["open", "acknowledged", "completed", "withdrawn"],
  acknowledged: undefined,
  limit: 100,
  offset: 0,
  ...query
})

const list = Effect.fnUntraced(function* (query: Partial<ArrivalsQuery>) {
  const page = yield* Arrivals.use((arrivals) => arrivals.list(queryOf(query)))
  return { ...page, names: page.items.map(({ taskId }) => nameOf(taskId)) }
})

const get = (name: string, reach: Reach = ofA, at = now) =>
  Arrivals.use((arrivals) => arrivals.get({ reach, taskId: arrivalXid(name), now: at }))

const by = { kind: "operator", id: "subject", name: "Operator One", note: "Seen at the desk" } as const

const acknowledge = (name: string, reach: Reach = ofA, at = now) =>
  Arrivals.use((arrivals) => arrivals.updateAcknowledgement({ reach, taskId: arrivalXid(name), now: at, by }))

twins("Arrivals", ArrivalsLayer, demoWithoutCities(now), (it) => {
  it.effect("PAR-031: lists check-ins from 7 days before to 60 days after each venue's own date, both included", () =>
    Effect.gen(function* () {
      const { names: listed, window } = yield* list({})
      for (const name of ["minus7", "minus7_completed", "minus7_v3", "plus60", "plus60_v3"])
        assert.include(listed, name)
      for (const name of ["minus8", "plus61"]) assert.notInclude(listed, name)
      assert.deepStrictEqual(window, { from: "2026-05-03", to: "2026-07-10" })
    })
  )

  it.effect("PAR-031: clamps dates outside the window of all venues to its first and last day", () =>
    Effect.gen(function* () {
      const { window } = yield* list({})
      for (const [outside, day] of [
        [{ from: "2100-01-01" }, window.to],
        [{ from: "2100-01-01", to: "2100-01-02" }, window.to],
        [{ to: "2000-01-01" }, window.from],
        [{ from: "1999-01-01", to: "2000-01-01" }, window.from]
      ] as const) {
        const clamped = yield* list(outside)
        assert.deepStrictEqual(clamped.items, (yield* list({ from: day, to: day })).items)
        assert.isAbove(clamped.items.length, 0, JSON.stringify(outside))
      }
      const wide = yield* list({ from: "1999-01-01", to: "2100-01-01" })
      assert.deepStrictEqual(wide.names, (yield* list({})).names)
    })
  )

  it.effect("PAR-031, A-82: moves each venue's window at its own midnight", () =>
    Effect.gen(function* () {
      const later = DateTime.add(now, { hours: 5 })
      const { names: listed, window } = yield* list({ now: later })
      assert.notInclude(listed, "minus7_completed")
      for (const name of ["minus7", "minus7_v3"]) assert.include(listed, name)
      assert.notInclude(listed, "plus61")
      assert.deepStrictEqual(window, { from: "2026-05-04", to: "2026-07-10" })
      const next = yield* list({ now: DateTime.add(now, { hours: 24 }) })
      assert.notInclude(next.names, "minus7")
      assert.include(next.names, "plus61")
    })
  )

  it.effect("PAR-038: orders by check-in date, then task id", () =>
    Effect.gen(function* () {
      const { items } = yield* list({})
      const keys = items.map(({ reservation, taskId }) => `${reservation.checkInDate} ${taskId}`)
      assert.deepStrictEqual(keys, keys.toSorted())
      assert.isAbove(new Set(items.map(({ reservation }) => reservation.checkInDate)).size, 20)
    })
  )

  it.effect("PAR-038: pages without gaps or repeats, and returns the total past the end too", () =>
    Effect.gen(function* () {
      const whole = yield* list({})
      assert.strictEqual(whole.total, whole.items.length)
      const pages = yield* Effect.forEach([0, 10, 20, 30, 40, 50], (offset) => list({ limit: 10, offset }))
      assert.deepStrictEqual(
        pages.flatMap((page) => page.names),
        whole.names
      )
      const beyond = yield* list({ offset: 1000 })
      assert.deepStrictEqual([beyond.total, beyond.items], [whole.total, []])
    })
  )

  it.effect("PAR-038: filters by check-in date, both ends included, and by acknowledgement", () =>
    Effect.gen(function* () {
      const today = dateIn(now, venues.V1.timezone)
      const near = yield* list({ from: today, to: addDays(today, 3) })
      assert.deepStrictEqual(
        near.items.filter(({ reservation: { checkInDate } }) => checkInDate < today || checkInDate > addDays(today, 3)),
        []
      )
      assert.include(near.names, "open")
      const seen = yield* list({ acknowledged: true })
      const unseen = yield* list({ acknowledged: false })
      assert.isTrue(seen.items.every(({ acknowledgedAt }) => acknowledgedAt !== null))
      assert.isTrue(unseen.items.every(({ acknowledgedAt }) => acknowledgedAt === null))
      assert.strictEqual(seen.total + unseen.total, (yield* list({})).total)
    })
  )

  it.effect("PAR-037: filters by status", () =>
    Effect.gen(function* () {
      const withdrawn = yield* list({ statuses: ["withdrawn"] })
      assert.sameMembers(withdrawn.names, ["withdrawn", "withdrawn_acknowledged", "withdrawn_no_benefit"])
      const two = yield* list({ statuses: ["withdrawn", "completed"] })
      assert.sameMembers([...new Set(two.items.map(({ status }) => status))], ["withdrawn", "completed"])
      assert.deepStrictEqual((yield* list({ statuses: [] })).items, [])
    })
  )

  it.effect("PAR-002: lists arrivals of the organizations and venues within reach only", () =>
    Effect.gen(function* () {
      const venuesOf = Effect.fnUntraced(function* (reach: Reach) {
        const { items } = yield* list({ reach })
        return [...new Set(items.map(({ propertyId }) => propertyId))].toSorted()
      })
      const ids = (...of: ReadonlyArray<"V1" | "V2" | "V3" | "W1">) => of.map(venueDocumentId).toSorted()
      assert.deepStrictEqual(yield* venuesOf(everywhere), ids("V1", "V2", "V3", "W1"))
      assert.deepStrictEqual(yield* venuesOf(ofA), ids("V1", "V2", "V3"))
      assert.deepStrictEqual(yield* venuesOf(atV1), ids("V1"))
      assert.deepStrictEqual(yield* venuesOf({ organizationIds: [organizationIds.B], venueIds: [venues.V1.id] }), [])
      assert.deepStrictEqual(yield* venuesOf({ organizationIds: "all", venueIds: [venues.W1.id] }), ids("W1"))
      const none = yield* list({ reach: nowhere })
      assert.deepStrictEqual(none.window, { from: "2026-05-03", to: "2026-07-09" })
    })
  )

  it.effect("PAR-037: returns a task with its venue, member, tier, stay and benefits", () =>
    Effect.gen(function* () {
      const { arrival, venueId } = yield* get("open")
      assert.strictEqual(venueId, venues.V1.id)
      assert.strictEqual(arrival.propertyName, "Venue V1")
      assert.deepInclude(arrival.member, { firstName: "Member", lastName: "One", tierName: "Silver", tierLevel: 2 })
      assert.deepInclude(arrival.reservation, { checkInDate: "2026-05-12", checkOutDate: "2026-05-14" })
      assert.strictEqual(arrival.reservation.status, "confirmed")
      assert.deepStrictEqual(
        arrival.benefits.map(({ name }) => name),
        ["Terrace breakfast", "Welcome drink", "Late check-out", "Lounge"]
      )
      assert.strictEqual(arrival.specialNotes, "Arrives late in the evening")
      assert.deepStrictEqual([arrival.acknowledgedAt, arrival.acknowledgedBy], [null, null])
      assert.isTrue(arrival.createdAt < arrival.refreshedAt)
    })
  )

  it.effect("PAR-037: returns the member's tier in the organization of the task", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* get("w1_m2", everywhere)).arrival.member.tierName, "Blue")
      assert.strictEqual((yield* get("plus60", everywhere)).arrival.member.tierName, "Gold")
    })
  )

  it.effect("PAR-007: returns a task outside the window; an unknown one or one out of reach is NotFound", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* get("minus8")).arrival.status, "open")
      const missing = yield* Effect.forEach(
        [get("unknown"), get("w1_open"), get("m3", atV1), get("open", nowhere)],
        Effect.flip
      )
      assert.deepStrictEqual(
        missing.map((error) => [error._tag, error.message]),
        missing.map(() => ["NotFound", "There is no such record"])
      )
    })
  )

  it.effect("PAR-033, PAR-034: keeps the first acknowledgement", () =>
    Effect.gen(function* () {
      const { hasChanged, ...first } = yield* acknowledge("arrival4")
      assert.isTrue(hasChanged)
      assert.strictEqual(first.arrival.status, "acknowledged")
      assert.strictEqual(first.arrival.acknowledgedAt, DateTime.formatIso(now))
      assert.deepStrictEqual(first.arrival.acknowledgedBy, by)
      const second = yield* acknowledge("arrival4", ofA, DateTime.add(now, { hours: 1 }))
      assert.deepStrictEqual(second, { ...first, hasChanged: false })
      assert.deepStrictEqual(yield* get("arrival4"), first)
    })
  )

  it.effect("PAR-033: keeps the status of completed and withdrawn tasks", () =>
    Effect.gen(function* () {
      for (const name of ["completed_unseen", "withdrawn"]) {
        const before = (yield* get(name)).arrival
        const { arrival } = yield* acknowledge(name)
        assert.deepStrictEqual(arrival, { ...before, acknowledgedAt: DateTime.formatIso(now), acknowledgedBy: by })
      }
    })
  )

  it.effect("PAR-034: acknowledging again clears changedSinceAck and keeps acknowledgedBy", () =>
    Effect.gen(function* () {
      assert.isTrue((yield* get("changed")).arrival.changedSinceAck)
      const { arrival, hasChanged } = yield* acknowledge("changed")
      assert.deepStrictEqual([hasChanged, arrival.changedSinceAck], [true, false])
      assert.strictEqual(arrival.acknowledgedBy?.name, "PA")
      assert.isFalse((yield* acknowledge("changed")).hasChanged)
    })
  )

  it.effect("PAR-033: acknowledging a task out of reach is NotFound and changes nothing", () =>
    Effect.gen(function* () {
      for (const [name, reach] of [
        ["m3", atV1],
        ["w1_open", ofA],
        ["nothing", everywhere]
      ] as const) {
        assert.strictEqual((yield* Effect.flip(acknowledge(name, reach)))._tag, "NotFound")
      }
      assert.strictEqual((yield* get("m3")).arrival.acknowledgedAt, null)
      assert.strictEqual((yield* get("w1_open", everywhere)).arrival.acknowledgedAt, null)
    })
  )

  it.effect("rolls back an acknowledgement when its transaction fails", () =>
    Effect.gen(function* () {
      yield* acknowledge("today").pipe(Effect.andThen(Effect.fail("later step failed")), atomically, Effect.flip)
      assert.strictEqual((yield* get("today")).arrival.acknowledgedAt, null)
    })
  )
})

twins("Arrivals of stays that changed", ArrivalsLayer, changed(demoWithoutCities(now)), (it) => {
  it.effect("PAR-037, DOMAIN 6.2: derives a task's status from the current data of its stay", () =>
    Effect.gen(function* () {
      const statuses = {
        arrival1: "withdrawn",
        arrival5: "withdrawn",
        arrival2: "completed",
        completed: "completed",
        completed_unseen: "open",
        withdrawn: "open",
        withdrawn_acknowledged: "acknowledged",
        withdrawn_no_benefit: "withdrawn",
        acknowledged: "acknowledged"
      }
      for (const [name, status] of Object.entries(statuses)) {
        assert.strictEqual((yield* get(name)).arrival.status, status, name)
      }
      const listed = yield* list({ statuses: ["withdrawn"] })
      assert.sameMembers(listed.names, ["arrival1", "arrival5", "withdrawn_no_benefit"])
    })
  )

  it.effect("PAR-037: marks an acknowledged task whose dates changed, until it is acknowledged again", () =>
    Effect.gen(function* () {
      const before = (yield* get("acknowledged")).arrival
      assert.strictEqual(before.reservation.checkInDate, "2026-05-20")
      assert.isTrue(before.changedSinceAck)
      assert.isFalse((yield* get("arrival2")).arrival.changedSinceAck)
      const { arrival, hasChanged } = yield* acknowledge("acknowledged")
      assert.deepStrictEqual([hasChanged, arrival.changedSinceAck], [true, false])
      assert.isFalse((yield* acknowledge("acknowledged")).hasChanged)
      assert.deepStrictEqual(arrival.acknowledgedAt, before.acknowledgedAt)
    })
  )
})
