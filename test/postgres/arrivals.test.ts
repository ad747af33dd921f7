import { assert, it } from "@effect/vitest"
import { Context, Deferred, Duration, Effect, Fiber, Metric } from "effect"
import { arrivalXid } from "../../src/demo/demoArrivals.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import { everywhere } from "../../src/domain/access/Reach.ts"
import { ArrivalRebuilds } from "../../src/domain/arrivals/ArrivalRebuilds.ts"
import { ArrivalSnapshots } from "../../src/domain/arrivals/ArrivalSnapshots.ts"
import { rebuildArrivals } from "../../src/domain/arrivals/rebuildArrivals.ts"
import { rebuildTasks } from "../../src/domain/arrivals/rebuildTasks.ts"
import { refreshArrivalsOfMember } from "../../src/domain/arrivals/refreshArrivals.ts"
import { addReservation } from "../../src/domain/reservations/addReservation.ts"
import { changeReservation, type StayChange } from "../../src/domain/reservations/changeReservation.ts"
import { ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { metrics } from "../../src/domain/shared/metrics.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { acknowledge, get, list, namesIn, override, type Shown } from "../support/arrivalDesk.ts"
import { demo, now } from "../support/arrivalServices.ts"
import { atTime } from "../support/atTime.ts"
import { newStay } from "../support/datasets/staysDataset.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"
import { atV1 } from "../support/reaches.ts"

/** The services of one process over the demo data, without jobs. */
const start = Effect.gen(function* () {
  const database = yield* migratedDatabase
  const { url } = database
  const services = yield* servicesOn({ url }, { pool: 10, statementTimeout: Duration.seconds(20) })
  yield* Effect.provideContext(insertDataset(demo), services)
  return { database, services }
})

type Started = Effect.Success<typeof start>

/** The services with the transactions that rebuild tasks counted. */
const counting = ({ services }: Pick<Started, "services">) => {
  const snapshots = Context.get(services, ArrivalSnapshots)
  const rebuilt: Array<number> = []
  const counted = Context.add(
    services,
    ArrivalSnapshots,
    ArrivalSnapshots.of({
      ...snapshots,
      update: (of) => {
        rebuilt.push(of.snapshots.length)
        return snapshots.update(of)
      }
    })
  )
  return { counted, rebuilt }
}

const times = (count: number) => Array.from({ length: count }, (_, n) => n)
const atOnce = { concurrency: "unbounded" } as const
const job = rebuildArrivals().pipe(atTime(now))
const pending = ArrivalRebuilds.use(({ listWithin }) => listWithin(everywhere))

const retries = Effect.map(
  Effect.all(
    (["deadlock", "serialization"] as const).map((reason) => Metric.value(metrics.transactionRetries.of({ reason })))
  ),
  (counts) => counts.reduce((sum, { count }) => sum + count, 0)
)

/**
 * The task `open` before and after a change of its stay, and the result of `meanwhile`, which begins when the change has
 * written both and waits until it commits.
 */
const duringChange = Effect.fnUntraced(function* <A, E, R>(change: StayChange, meanwhile: Effect.Effect<A, E, R>) {
  const { database, services } = yield* start
  return yield* Effect.gen(function* () {
    const before = yield* get("open")
    const written = yield* Deferred.make<void>()
    const changing = changeReservation({
      organizationId: organizationIds.A,
      externalId: ReservationXid.make(before.reservation.reservationId),
      messageId: "change",
      change
    }).pipe(
      Effect.andThen(Deferred.succeed(written, undefined)),
      Effect.andThen(Effect.repeat(isWaiting(database), { until: (waits) => waits })),
      atomically,
      atTime(now)
    )
    const writer = yield* Effect.forkChild(changing)
    yield* Deferred.await(written)
    const result = yield* meanwhile
    yield* Fiber.join(writer)
    return { before, result, after: yield* get("open") }
  }).pipe(Effect.provideContext(services))
})

const added = newStay({
  externalId: ReservationXid.make("NEW-1"),
  propertyId: venues.V1.id,
  memberId: memberIds.M1,
  status: "confirmed",
  pmsStatus: null,
  checkIn: "2026-06-20",
  checkOut: "2026-06-22"
})

const itemsAt = (items: ReadonlyArray<Shown>, propertyId: string) =>
  items.filter((item) => item.propertyId === propertyId)

postgres.describe("arrivals after changes of benefits on PostgreSQL", () => {
  it.live("A-123: twenty reads at once after a change all show it, and one of them rebuilds", () =>
    Effect.gen(function* () {
      const { counted, rebuilt } = counting(yield* start)
      yield* Effect.gen(function* () {
        const { propertyId } = yield* get("open")
        const deadlocks = yield* retries
        for (const round of times(5)) {
          const name = `Library ${round}`
          yield* acknowledge("open")
          yield* override("V1", { overriddenName: name })
          rebuilt.length = 0
          const pages = yield* Effect.all(
            times(20).map((n) => list({}, n % 2 === 0 ? atV1 : undefined)),
            atOnce
          )
          for (const { items } of pages) {
            const own = itemsAt(items, propertyId)
            assert.isAbove(own.length, 10)
            for (const task of own) {
              assert.deepStrictEqual(namesIn(task), [name])
              assert.strictEqual(task.changedSinceAck, task.acknowledgedAt !== null)
            }
          }
          assert.lengthOf(rebuilt, 1)
          assert.deepStrictEqual(yield* pending, [])
        }
        assert.strictEqual(yield* retries, deadlocks)
      }).pipe(Effect.provideContext(counted))
    })
  )

  it.live(
    "DOMAIN 6.2, A-123: changes, reads, acknowledgements and the job at once lose no change and no acknowledgement",
    () =>
      Effect.gen(function* () {
        const { services } = yield* start
        yield* Effect.gen(function* () {
          const first = yield* acknowledge("open")
          const deadlocks = yield* retries
          for (const round of times(8)) {
            const name = `Library ${round}`
            const [, seen] = yield* Effect.all(
              [
                override("V1", { overriddenName: name }),
                Effect.all([acknowledge("open"), Effect.delay(acknowledge("open"), "10 millis")], atOnce),
                Effect.all(
                  times(12).map((n) => Effect.delay(list({}, n % 2 === 0 ? atV1 : undefined), `${n} millis`)),
                  atOnce
                ),
                Effect.all([job, Effect.delay(job, "15 millis")], atOnce)
              ],
              atOnce
            )
            const task = yield* get("open")
            assert.deepStrictEqual(namesIn(task), [name])
            assert.deepStrictEqual(
              [task.acknowledgedAt, task.acknowledgedBy],
              [first.acknowledgedAt, first.acknowledgedBy]
            )
            // It is marked exactly if nobody acknowledged the benefits that it has now.
            const isSeen = seen.some((shown) => JSON.stringify(shown.benefits) === JSON.stringify(task.benefits))
            assert.strictEqual(task.changedSinceAck, !isSeen)
            yield* job
            assert.deepStrictEqual(yield* get("open"), task)
            assert.deepStrictEqual(yield* pending, [])
          }
          assert.strictEqual(yield* retries, deadlocks)
        }).pipe(Effect.provideContext(services))
      })
  )

  it.live("DOMAIN 6.1, 6.2: a rebuild that waits for a stay to change its member takes the new member's benefits", () =>
    Effect.gen(function* () {
      const ids = demo.arrivalTasks.filter(({ xid }) => xid === arrivalXid("open")).map(({ id }) => id)
      for (const rebuild of [rebuildTasks(organizationIds.A, ids), refreshArrivalsOfMember(memberIds.M1)]) {
        const { after, before } = yield* duringChange({ memberId: memberIds.M3 }, atTime(now)(rebuild))
        assert.notStrictEqual(after.member.externalId, before.member.externalId)
        assert.notDeepEqual(after.benefits, before.benefits)
      }
    })
  )

  it.live("PAR-034: an acknowledgement that waits for a stay to change its dates acknowledges the new ones", () =>
    Effect.gen(function* () {
      const dates = { checkIn: "2026-05-20", checkOut: "2026-05-22" }
      const { after, result } = yield* duringChange(dates, acknowledge("open"))
      assert.strictEqual(result.reservation.checkInDate, dates.checkIn)
      assert.isFalse(result.changedSinceAck)
      assert.deepStrictEqual(after, result)
    })
  )

  it.live("DOMAIN 6.2, A-123: a change of benefits reaches a task that is being created meanwhile", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      yield* Effect.gen(function* () {
        const created = yield* Deferred.make<void>()
        const committing = yield* Deferred.make<void>()
        const creating = addReservation(added).pipe(
          Effect.andThen(Deferred.succeed(created, undefined)),
          Effect.andThen(Deferred.await(committing)),
          atomically,
          atTime(now)
        )
        const creator = yield* Effect.forkChild(creating)
        yield* Deferred.await(created)
        const change = yield* Effect.forkChild(Effect.andThen(override("V1", { overriddenName: "Library" }), job))
        yield* Effect.raceFirst(Fiber.await(change), Effect.repeat(isWaiting(database), { until: (waits) => waits }))
        yield* Deferred.succeed(committing, undefined)
        yield* Fiber.join(creator)
        yield* Fiber.join(change)
        const { items } = yield* list({ from: "2026-06-20", to: "2026-06-20" })
        const task = items.find(({ reservation }) => reservation.reservationId === added.externalId)
        assert.deepStrictEqual(task === undefined ? undefined : namesIn(task), ["Library"])
        assert.deepStrictEqual(yield* pending, [])
      }).pipe(Effect.provideContext(services))
    })
  )
})
