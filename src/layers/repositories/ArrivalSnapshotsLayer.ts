import { DateTime, Effect, Layer, Order, Schema, TxHashMap } from "effect"
import { everywhere, reachesOrganization } from "../../domain/access/Reach.ts"
import { ArrivalSnapshots, type ArrivalStay, type StayWithoutTask } from "../../domain/arrivals/ArrivalSnapshots.ts"
import { ArrivalTask } from "../../domain/arrivals/ArrivalTask.ts"
import { isInWindow, nearDays, refreshAfter, windowDays } from "../../domain/arrivals/ArrivalsWindow.ts"
import type { MemberId } from "../../domain/members/Member.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { addDays, dateIn } from "../../domain/shared/calendar.ts"
import { makeArrivalSnapshotsSql } from "../../sql/repositories/ArrivalSnapshotsSql.ts"
import { Memory } from "../memory/Memory.ts"
import {
  type ArrivalStanding,
  arrivalStandings,
  checkInOf,
  hasChanged,
  hasTierEnded,
  statusOf
} from "./arrivalStandings.ts"
import { lookUp } from "./lookUp.ts"

export const layerSql = Layer.effect(ArrivalSnapshots, makeArrivalSnapshotsSql)

const areSame = Schema.toEquivalence(ArrivalTask.fields.benefits)

const byId = Order.mapInput(Order.Number, ({ task }: ArrivalStanding) => task.id)

const oldestFirst = Order.combine(
  Order.mapInput(Order.Number, ({ task }: ArrivalStanding) => DateTime.toEpochMillis(task.refreshedAt)),
  byId
)

const byCheckIn = Order.combine(
  Order.mapInput(Order.String, ({ checkIn }: Pick<StayWithoutTask, "checkIn" | "reservationId">) => checkIn),
  Order.mapInput(Order.Number, ({ reservationId }: Pick<StayWithoutTask, "checkIn" | "reservationId">) => reservationId)
)

const enrolmentOf = (memberId: MemberId, organizationId: OrganizationId) => `${memberId} ${organizationId}`

const isUnsettled = ({ task }: ArrivalStanding, now: DateTime.Utc) =>
  task.status === "open" ||
  task.status === "acknowledged" ||
  task.checkIn >= addDays(DateTime.formatIsoDateUtc(now), -windowDays.before - 1)

const isDue = (standing: ArrivalStanding, now: DateTime.Utc) => {
  const isNear = checkInOf(standing) <= addDays(standing.today, nearDays)
  const age = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(standing.task.refreshedAt)
  return isUnsettled(standing, now) && age >= (isNear ? refreshAfter.near : refreshAfter.far)
}

const keyOf = ({ task: { id, organizationId } }: ArrivalStanding) => ({ id, organizationId })

const stayOf = ({ stay, task, venue }: ArrivalStanding): ArrivalStay => {
  const { documentId, id, organizationId } = venue
  return {
    id: task.id,
    memberId: stay.memberId,
    venue: { id, organizationId, documentId },
    checkIn: stay.checkIn,
    isInquiry: stay.status === "inquiry"
  }
}

/** The twin over the in-memory tables. Instead of locking, it retries conflicting transactions. */
export const layerMemory = Layer.effect(
  ArrivalSnapshots,
  Effect.gen(function* () {
    const memory = yield* Memory

    /** By check-in, then reservation. */
    const staysWithoutTask = Effect.fnUntraced(function* (now: DateTime.Utc) {
      const venues = yield* TxHashMap.snapshot(memory.properties)
      const withTask = new Set((yield* TxHashMap.values(memory.arrivalTasks)).map((task) => task.reservationId))
      const enrolled = new Set(
        (yield* TxHashMap.values(memory.enrolments))
          .filter(({ status }) => status === "active")
          .map((row) => enrolmentOf(row.memberId, row.organizationId))
      )
      const missing = (yield* TxHashMap.values(memory.reservations)).flatMap((stay): ReadonlyArray<StayWithoutTask> => {
        const venue = lookUp(venues, stay.propertyId, (row) => row)
        if (venue === null || stay.memberId === null || stay.checkIn === null || withTask.has(stay.id)) return []
        if (stay.status !== "confirmed" || !enrolled.has(enrolmentOf(stay.memberId, stay.organizationId))) return []
        const today = dateIn(now, venue.timezone)
        if (!isInWindow(stay.checkIn, today) || (stay.checkOut !== null && stay.checkOut < today)) return []
        const { documentId, id, organizationId } = venue
        return [
          {
            reservationId: stay.id,
            memberId: stay.memberId,
            checkIn: stay.checkIn,
            venue: { id, organizationId, documentId }
          }
        ]
      })
      return missing.toSorted(byCheckIn)
    })

    return ArrivalSnapshots.of({
      listDue: Effect.fnUntraced(function* ({ except, limit, now }) {
        const due = (yield* arrivalStandings(memory, everywhere, now)).filter((standing) => isDue(standing, now))
        return due
          .filter(({ task }) => !except.includes(task.organizationId))
          .toSorted(oldestFirst)
          .slice(0, limit)
          .map(keyOf)
      }, Effect.tx),
      listStillDue: Effect.fnUntraced(function* ({ ids, now, organizationId }) {
        const all = yield* arrivalStandings(memory, everywhere, now)
        return all
          .filter(({ task }) => task.organizationId === organizationId && ids.includes(task.id))
          .filter((standing) => isDue(standing, now))
          .toSorted(byId)
          .map(stayOf)
      }, Effect.tx),
      listByMember: Effect.fnUntraced(function* ({ memberId, now }) {
        const all = yield* arrivalStandings(memory, everywhere, now)
        return all
          .filter(
            (standing) =>
              (standing.task.memberId === memberId || standing.stay.memberId === memberId) && isUnsettled(standing, now)
          )
          .toSorted(byId)
          .map(stayOf)
      }, Effect.tx),
      listAffected: Effect.fnUntraced(function* ({ limit, now, organizationId, taskIds, venueIds }) {
        const all = yield* arrivalStandings(memory, everywhere, now)
        return all
          .filter(({ task }) => task.organizationId === organizationId)
          .filter((standing) => isUnsettled(standing, now) && (venueIds?.includes(standing.task.propertyId) ?? true))
          .filter(({ task }) => taskIds?.includes(task.xid) ?? true)
          .toSorted(byId)
          .slice(0, limit)
          .map(({ task }) => task.id)
      }, Effect.tx),
      listTierEnded: Effect.fnUntraced(function* ({ now, reach, taskIds }) {
        const all = yield* arrivalStandings(memory, everywhere, now)
        const ended = yield* Effect.filter(
          all.filter((standing) => taskIds.includes(standing.task.xid) && isUnsettled(standing, now)),
          ({ task }) => hasTierEnded(memory, task, now)
        )
        return ended
          .filter(({ task }) => reachesOrganization(reach, task.organizationId))
          .toSorted(byId)
          .map(keyOf)
      }, Effect.tx),
      listById: Effect.fnUntraced(function* ({ ids, organizationId }) {
        const all = yield* arrivalStandings(memory, everywhere, yield* DateTime.now)
        return all
          .filter(({ task }) => task.organizationId === organizationId && ids.includes(task.id))
          .toSorted(byId)
          .map(stayOf)
      }, Effect.tx),
      listByReservation: Effect.fnUntraced(function* (reservationId) {
        const all = yield* arrivalStandings(memory, everywhere, yield* DateTime.now)
        return all.filter(({ stay }) => stay.id === reservationId).map(stayOf)
      }, Effect.tx),
      listMissing: Effect.fnUntraced(function* ({ after, except, limit, now }) {
        return (yield* staysWithoutTask(now))
          .filter((stay) => after === undefined || byCheckIn(stay, after) > 0)
          .filter(({ venue }) => !except.includes(venue.organizationId))
          .slice(0, limit)
          .map(({ checkIn, reservationId, venue }) => ({
            organizationId: venue.organizationId,
            checkIn,
            reservationId
          }))
      }, Effect.tx),
      listStillMissing: Effect.fnUntraced(function* ({ limit, now, ...of }) {
        return (yield* staysWithoutTask(now))
          .filter(({ memberId, reservationId, venue }) =>
            "memberId" in of
              ? memberId === of.memberId
              : venue.organizationId === of.organizationId && of.reservationIds.includes(reservationId)
          )
          .slice(0, limit)
      }, Effect.tx),
      insert: Effect.fnUntraced(function* ({ now, tasks }) {
        const existing = yield* TxHashMap.values(memory.arrivalTasks)
        const withTask = new Set(existing.map((task) => task.reservationId))
        const missing = tasks.filter(({ reservationId }) => !withTask.has(reservationId))
        const last = Math.max(0, ...existing.map(({ id }) => id))
        for (const [
          index,
          { benefits, checkIn, memberId, reservationId, taskId, tierLevel, venue }
        ] of missing.entries()) {
          const id = last + 1 + index
          yield* TxHashMap.set(memory.arrivalTasks, String(id), {
            id,
            xid: taskId,
            organizationId: venue.organizationId,
            propertyId: venue.id,
            reservationId,
            memberId,
            checkIn,
            tierLevel,
            benefits,
            specialNotes: null,
            status: "open",
            acknowledgedAt: null,
            acknowledgedBy: null,
            changedSinceAck: false,
            refreshedAt: now,
            createdAt: now
          })
        }
        return missing.length
      }, Effect.tx),
      update: Effect.fnUntraced(function* ({ now, snapshots }) {
        const standings = yield* arrivalStandings(memory, everywhere, now)
        const standingOf = new Map(standings.map((standing) => [standing.task.id, standing]))
        for (const { benefits, id, memberId, tierLevel } of snapshots) {
          const standing = standingOf.get(id)
          if (standing === undefined) continue
          const differs = standing.task.tierLevel !== tierLevel || !areSame(standing.task.benefits, benefits)
          yield* TxHashMap.set(memory.arrivalTasks, String(id), {
            ...standing.task,
            status: statusOf({ ...standing, task: { ...standing.task, benefits } }),
            propertyId: standing.venue.id,
            checkIn: checkInOf(standing),
            memberId: memberId ?? standing.task.memberId,
            tierLevel,
            benefits,
            changedSinceAck: hasChanged(standing, differs),
            refreshedAt: now
          })
        }
      }, Effect.tx)
    })
  })
)
