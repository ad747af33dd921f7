import { DateTime, Effect, TxHashMap } from "effect"
import { type Reach, reachesVenue } from "../../domain/access/Reach.ts"
import type { ArrivalTask } from "../../domain/arrivals/ArrivalTask.ts"
import { arrivalStatus } from "../../domain/arrivals/arrivalStatus.ts"
import type { Property } from "../../domain/properties/Property.ts"
import type { Reservation } from "../../domain/reservations/Reservation.ts"
import { dateIn } from "../../domain/shared/calendar.ts"
import type { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"

/** A task with its stay, its venue and the venue's local date. */
export interface ArrivalStanding {
  readonly task: ArrivalTask
  readonly stay: Reservation
  readonly venue: Property
  readonly today: string
}

/** The tasks within reach. Venue and dates come from the stay, as in the database. */
export const arrivalStandings = Effect.fnUntraced(function* (
  memory: Memory["Service"],
  reach: Reach,
  now: DateTime.Utc
) {
  const stays = yield* TxHashMap.snapshot(memory.reservations)
  const venues = yield* TxHashMap.snapshot(memory.properties)
  return (yield* TxHashMap.values(memory.arrivalTasks)).flatMap((task): ReadonlyArray<ArrivalStanding> => {
    const stay = lookUp(stays, task.reservationId, (row) => row)
    const venue = lookUp(venues, stay?.propertyId ?? null, (row) => row)
    if (stay === null || venue === null || !reachesVenue(reach, venue.organizationId, venue.id)) return []
    return [{ task, stay, venue, today: dateIn(now, venue.timezone) }]
  })
})

/** Whether the tier of a task's member has ended since its snapshot, by `now`. */
export const hasTierEnded = Effect.fnUntraced(function* (
  { enrolments }: Memory["Service"],
  { memberId, organizationId, refreshedAt }: ArrivalTask,
  now: DateTime.Utc
) {
  const ofMember = (yield* TxHashMap.values(enrolments)).filter(
    (row) => row.memberId === memberId && row.organizationId === organizationId && row.status === "active"
  )
  return ofMember.some(
    ({ tierExpiresAt }) =>
      tierExpiresAt !== null &&
      DateTime.isGreaterThan(tierExpiresAt, refreshedAt) &&
      DateTime.isLessThanOrEqualTo(tierExpiresAt, now)
  )
})

export const checkInOf = ({ stay, task }: ArrivalStanding) => stay.checkIn ?? task.checkIn

export const statusOf = ({ stay, task, today }: ArrivalStanding) =>
  arrivalStatus({
    stored: task.status,
    isCancelled: stay.status === "cancelled",
    hasBenefitsDue: task.benefits.length > 0,
    isAcknowledged: task.acknowledgedAt !== null,
    checkOut: stay.checkOut,
    today
  })

/** Whether a task changed since it was acknowledged; `differs` reports changes other than its dates. */
export const hasChanged = (standing: ArrivalStanding, differs: boolean) =>
  standing.task.changedSinceAck ||
  (standing.task.acknowledgedAt !== null && (checkInOf(standing) !== standing.task.checkIn || differs))
