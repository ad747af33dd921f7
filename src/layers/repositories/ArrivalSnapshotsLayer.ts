import { DateTime, Effect, Layer, Order, Schema, TxHashMap } from "effect"
import type { Reach } from "../../domain/access/Reach.ts"
import { ArrivalSnapshots, type ArrivalStay } from "../../domain/arrivals/ArrivalSnapshots.ts"
import { ArrivalTask } from "../../domain/arrivals/ArrivalTask.ts"
import { nearDays, refreshAfter, windowDays } from "../../domain/arrivals/ArrivalsWindow.ts"
import { addDays } from "../../domain/shared/calendar.ts"
import { makeArrivalSnapshotsSql } from "../../sql/ArrivalSnapshotsSql.ts"
import { Memory } from "../Memory.ts"
import { type ArrivalStanding, arrivalStandings, checkInOf, hasChanged, statusOf } from "./arrivalStandings.ts"

export const layerSql = Layer.effect(ArrivalSnapshots, makeArrivalSnapshotsSql)

const everywhere: Reach = { organizationIds: "all", venueIds: "all" }

const areSame = Schema.toEquivalence(ArrivalTask.fields.benefits)

const byId = Order.mapInput(Order.Number, ({ task }: ArrivalStanding) => task.id)

const oldestFirst = Order.combine(
  Order.mapInput(Order.Number, ({ task }: ArrivalStanding) => DateTime.toEpochMillis(task.refreshedAt)),
  byId
)

const isUnsettled = ({ task }: ArrivalStanding, now: DateTime.Utc) =>
  task.status === "open" ||
  task.status === "acknowledged" ||
  task.checkIn >= addDays(DateTime.formatIsoDateUtc(now), -windowDays.before - 1)

const isDue = (one: ArrivalStanding, now: DateTime.Utc) => {
  const isNear = checkInOf(one) <= addDays(one.today, nearDays)
  const age = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(one.task.refreshedAt)
  return isUnsettled(one, now) && age >= (isNear ? refreshAfter.near : refreshAfter.far)
}

const stayOf = (one: ArrivalStanding): ArrivalStay => {
  const { stay, task, venue } = one
  const { documentId, id, organizationId } = venue
  return {
    id: task.id,
    memberId: stay.memberId ?? task.memberId,
    venue: { id, organizationId, documentId },
    checkIn: checkInOf(one)
  }
}

/** The twin over the in-memory tables. Conflicting transactions are retried, which replaces its locks. */
export const layerMemory = Layer.effect(
  ArrivalSnapshots,
  Effect.gen(function* () {
    const memory = yield* Memory
    return ArrivalSnapshots.of({
      listDue: Effect.fnUntraced(function* ({ limit, now }) {
        const due = (yield* arrivalStandings(memory, everywhere, now)).filter((one) => isDue(one, now))
        return due.toSorted(oldestFirst).slice(0, limit).map(stayOf)
      }, Effect.tx),
      listByMember: Effect.fnUntraced(function* ({ memberId, now }) {
        const all = yield* arrivalStandings(memory, everywhere, now)
        return all
          .filter((one) => (one.task.memberId === memberId || one.stay.memberId === memberId) && isUnsettled(one, now))
          .toSorted(byId)
          .map(stayOf)
      }, Effect.tx),
      update: Effect.fnUntraced(function* ({ now, snapshots }) {
        const standings = yield* arrivalStandings(memory, everywhere, now)
        const standingOf = new Map(standings.map((one) => [one.task.id, one]))
        for (const { benefits, id, memberId, tierLevel } of snapshots) {
          const one = standingOf.get(id)
          if (one === undefined) continue
          const differs = one.task.tierLevel !== tierLevel || !areSame(one.task.benefits, benefits)
          yield* TxHashMap.set(memory.arrivalTasks, String(id), {
            ...one.task,
            status: statusOf({ ...one, task: { ...one.task, benefits } }),
            propertyId: one.venue.id,
            checkIn: checkInOf(one),
            memberId,
            tierLevel,
            benefits,
            changedSinceAck: hasChanged(one, differs),
            refreshedAt: now
          })
        }
      }, Effect.tx)
    })
  })
)
