import { DateTime, Effect, type HashMap, Layer, Option, Order, TxHashMap } from "effect"
import { type Reach, reachesVenue } from "../../domain/access/Reach.ts"
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

const isDue = (one: Standing, now: DateTime.Utc) => {
  const { task, today } = one
  const isOpen = task.status === "open" || task.status === "acknowledged"
  const recent = addDays(DateTime.formatIsoDateUtc(now), -windowDays.before - 1)
  const isNear = checkInOf(one) <= addDays(today, nearDays)
  const age = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(task.refreshedAt)
  return (isOpen || task.checkIn >= recent) && age >= (isNear ? refreshAfter.near : refreshAfter.far)
}

const rowOf = <Row>(table: HashMap.HashMap<string, Row>, id: number, get: typeof HashMap.get) => get(table, String(id))

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(Arrivals, Effect.die("todo"))
