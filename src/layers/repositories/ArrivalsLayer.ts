import { DateTime, Effect, Layer, Order, TxHashMap } from "effect"
import { type Reach, reachesVenue } from "../../domain/access/Reach.ts"
import type { Arrival } from "../../domain/arrivals/Arrival.ts"
import { Arrivals, type ArrivalLocator, type LocatedArrival } from "../../domain/arrivals/Arrivals.ts"
import type { ArrivalTask } from "../../domain/arrivals/ArrivalTask.ts"
import { arrivalStatus } from "../../domain/arrivals/arrivalStatus.ts"
import { nearDays, refreshAfter, windowDays } from "../../domain/arrivals/arrivalsWindow.ts"
import type { Property } from "../../domain/properties/Property.ts"
import type { Reservation } from "../../domain/reservations/Reservation.ts"
import { addDays, dateIn } from "../../domain/shared/calendar.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { makeArrivalsSql } from "../../sql/ArrivalsSql.ts"
import { binaryOrder } from "../binaryOrder.ts"
import { Memory } from "../Memory.ts"
import { lookUp } from "./lookUp.ts"

export const layerSql = Layer.effect(Arrivals, makeArrivalsSql)

/** A task with its stay, its venue and the date it is there. */
interface Standing {
  readonly task: ArrivalTask
  readonly stay: Reservation
  readonly venue: Property
  readonly today: string
}

const checkInOf = ({ stay, task }: Standing) => stay.checkIn ?? task.checkIn

const statusOf = ({ stay, task, today }: Standing) =>
  arrivalStatus({
    stored: task.status,
    isCancelled: stay.status === "cancelled",
    owesBenefits: task.benefits.length > 0,
    isAcknowledged: task.acknowledgedAt !== null,
    checkOut: stay.checkOut,
    today
  })

const hasChanged = ({ stay, task }: Standing) =>
  task.changedSinceAck || (task.acknowledgedAt !== null && stay.checkIn !== null && stay.checkIn !== task.checkIn)

const isInWindow = ({ stay, today }: Standing) =>
  stay.checkIn !== null &&
  stay.checkIn >= addDays(today, -windowDays.before) &&
  stay.checkIn <= addDays(today, windowDays.after)

const byCheckInThenTask = Order.combine(
  Order.mapInput(Order.String, checkInOf),
  Order.mapInput(binaryOrder, ({ task }: Standing) => task.xid)
)

const oldestFirst = Order.combine(
  Order.mapInput(Order.Number, ({ task }: Standing) => DateTime.toEpochMillis(task.refreshedAt)),
  Order.mapInput(Order.Number, ({ task }: Standing) => task.id)
)

const highestFirst = Order.combine(
  Order.flip(Order.mapInput(Order.Number, (tier: { readonly level: number; readonly program: string }) => tier.level)),
  Order.mapInput(binaryOrder, (tier) => tier.program)
)

const isDue = (one: Standing, now: DateTime.Utc) => {
  const { task, today } = one
  const isOpen = task.status === "open" || task.status === "acknowledged"
  const recent = addDays(DateTime.formatIsoDateUtc(now), -windowDays.before - 1)
  const isNear = checkInOf(one) <= addDays(today, nearDays)
  const age = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(task.refreshedAt)
  return (isOpen || task.checkIn >= recent) && age >= (isNear ? refreshAfter.near : refreshAfter.far)
}

/** The twin over the in-memory tables. A task is where its stay is, as in the database. */
export const layerMemory = Layer.effect(
  Arrivals,
  Effect.gen(function* () {
    const memory = yield* Memory

    const standings = Effect.fnUntraced(function* (reach: Reach, now: DateTime.Utc) {
      const stays = yield* TxHashMap.snapshot(memory.reservations)
      const venues = yield* TxHashMap.snapshot(memory.properties)
      return (yield* TxHashMap.values(memory.arrivalTasks)).flatMap((task): ReadonlyArray<Standing> => {
        const stay = lookUp(stays, task.reservationId, (row) => row)
        const venue = lookUp(venues, stay?.propertyId ?? null, (row) => row)
        if (stay === null || venue === null || !reachesVenue(reach, venue.organizationId, venue.id)) return []
        return [{ task, stay, venue, today: dateIn(now, venue.timezone) }]
      })
    })

    const tierOf = Effect.fnUntraced(function* ({ memberId, organizationId }: ArrivalTask) {
      const programs = yield* TxHashMap.snapshot(memory.programs)
      const tiers = yield* TxHashMap.snapshot(memory.tiers)
      const held = (yield* TxHashMap.values(memory.enrolments)).flatMap((enrolment) => {
        if (enrolment.memberId !== memberId || enrolment.organizationId !== organizationId) return []
        if (enrolment.status !== "active") return []
        const program = lookUp(programs, enrolment.programId, ({ xid }) => xid)
        const tier = lookUp(tiers, enrolment.tierId, ({ level, name }) => ({ level, name }))
        return program === null || tier === null ? [] : [{ ...tier, program }]
      })
      return held.toSorted(highestFirst)[0]
    })

    const show = Effect.fnUntraced(function* (one: Standing) {
      const { stay, task, venue } = one
      const member = yield* Effect.orDie(
        Effect.flatMap(TxHashMap.get(memory.members, String(task.memberId)), Effect.fromOption)
      )
      const tier = yield* tierOf(task)
      const { externalId, confirmationCode, checkOut, status } = stay
      const arrival: Arrival = {
        taskId: task.xid,
        status: statusOf(one),
        propertyId: venue.documentId,
        propertyName: venue.name,
        member: {
          externalId: member.xid,
          firstName: member.firstName,
          lastName: member.lastName,
          tierName: tier?.name ?? null,
          tierLevel: tier?.level ?? null
        },
        reservation: {
          reservationId: externalId,
          confirmationCode,
          checkInDate: checkInOf(one),
          checkOutDate: checkOut,
          status
        },
        benefits: task.benefits,
        specialNotes: task.specialNotes,
        acknowledgedAt: task.acknowledgedAt,
        acknowledgedBy: task.acknowledgedBy,
        changedSinceAck: hasChanged(one),
        refreshedAt: task.refreshedAt,
        createdAt: task.createdAt
      }
      return { arrival, venueId: venue.id } satisfies LocatedArrival
    })

    const find = Effect.fnUntraced(function* ({ now, reach, taskId }: ArrivalLocator) {
      const one = (yield* standings(reach, now)).find(({ task }) => task.xid === taskId)
      return one === undefined ? yield* new NotFound({}) : one
    })

    return Arrivals.of({
      list: Effect.fn("Arrivals.list")(function* (query) {
        const { acknowledged, from, limit, now, offset, reach, statuses, to } = query
        const matching = (yield* standings(reach, now)).filter(
          (one) =>
            isInWindow(one) &&
            statuses.includes(statusOf(one)) &&
            (from === undefined || checkInOf(one) >= from) &&
            (to === undefined || checkInOf(one) <= to) &&
            (acknowledged === undefined || (one.task.acknowledgedAt !== null) === acknowledged)
        )
        const page = matching.toSorted(byCheckInThenTask).slice(offset, offset + limit)
        const items = yield* Effect.forEach(page, show)
        const venues = (yield* TxHashMap.values(memory.properties)).filter(({ id, organizationId }) =>
          reachesVenue(reach, organizationId, id)
        )
        const days = venues.map(({ timezone }) => dateIn(now, timezone)).toSorted()
        const today = DateTime.formatIsoDateUtc(now)
        return {
          items: items.map(({ arrival }) => arrival),
          total: matching.length,
          window: {
            from: addDays(days[0] ?? today, -windowDays.before),
            to: addDays(days.at(-1) ?? today, windowDays.after)
          }
        }
      }, Effect.tx),
      get: Effect.fn("Arrivals.get")(function* (locator) {
        return yield* show(yield* find(locator))
      }, Effect.tx),
      updateAcknowledgement: Effect.fn("Arrivals.updateAcknowledgement")(function* ({ by, ...locator }) {
        const one = yield* find(locator)
        const { task } = one
        yield* TxHashMap.set(memory.arrivalTasks, String(task.id), {
          ...task,
          acknowledgedAt: task.acknowledgedAt ?? locator.now,
          acknowledgedBy: task.acknowledgedBy ?? by,
          status: task.status === "open" ? "acknowledged" : task.status,
          checkIn: checkInOf(one),
          changedSinceAck: false
        })
        return yield* show(yield* find(locator))
      }, Effect.tx),
      updateDue: Effect.fn("Arrivals.updateDue")(function* ({ limit, now }) {
        const everywhere: Reach = { organizationIds: "all", venueIds: "all" }
        const due = (yield* standings(everywhere, now))
          .filter((one) => isDue(one, now))
          .toSorted(oldestFirst)
          .slice(0, limit)
        for (const one of due) {
          yield* TxHashMap.set(memory.arrivalTasks, String(one.task.id), {
            ...one.task,
            status: statusOf(one),
            propertyId: one.venue.id,
            checkIn: checkInOf(one),
            changedSinceAck: hasChanged(one),
            refreshedAt: now
          })
        }
        return due.length
      }, Effect.tx)
    })
  })
)
