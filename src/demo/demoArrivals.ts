import { Order } from "effect"
import type { ArrivalTask } from "../domain/arrivals/ArrivalTask.ts"
import type { Benefit } from "../domain/benefits/Benefit.ts"
import { benefitsDueOnArrival } from "../domain/benefits/benefitsDueOnArrival.ts"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { PerkRows } from "../domain/perks/memberPerkFacts.ts"
import { venuePerksOf } from "../domain/perks/venuePerksOf.ts"
import type { DemoClock } from "./DemoClock.ts"
import { demoMembers, memberIds } from "./demoMembers.ts"
import { operatorSubject, operatorTitle } from "./demoOperators.ts"
import { partnerKeyXid } from "./demoPartnerKeys.ts"
import { demoPerks } from "./demoPerks.ts"
import { demoPrograms } from "./demoPrograms.ts"
import { reservationId } from "./demoReservations.ts"
import { seeded } from "./seeded.ts"
import { type StayFact, stays, type TaskFact } from "./stays.ts"
import { venueDocumentId, venues } from "./venues.ts"

const byRank = Order.combineAll([
  Order.mapInput(Order.Number, (benefit: Benefit) => benefit.minTierLevel),
  Order.mapInput(Order.String, (benefit: Benefit) => benefit.name),
  Order.mapInput(Order.String, (benefit: Benefit) => benefit.xid)
])

/** The id of the arrival task of a stay. */
export const arrivalXid = (stay: string) => seeded.uuid("arrival task", stay)

const acknowledger = (by: TaskFact["seenBy"]): ArrivalTask["acknowledgedBy"] => {
  if (by === undefined) return null
  return by === "PA"
    ? { kind: "key", id: partnerKeyXid("PA"), name: "PA" }
    : { kind: "operator", id: operatorSubject(by), name: operatorTitle(by) }
}

const row = (fact: StayFact, position: number, clock: DemoClock, rows: PerkRows): ReadonlyArray<ArrivalTask> => {
  const { offset, task, member } = fact
  if (offset === null || task === undefined || member === null) return []
  const { id, organizationId, timezone } = venues[fact.venue]
  const memberId = memberIds[member]
  const checkIn = clock.date(timezone, offset)
  const venue = { id, organizationId, documentId: venueDocumentId(fact.venue) }
  const standing = venuePerksOf(rows, { memberId, organizationId, venueId: id, now: clock.now })
  return [
    {
      id: 20_001 + position,
      xid: arrivalXid(fact.name),
      organizationId,
      propertyId: id,
      reservationId: reservationId(position),
      memberId,
      checkIn,
      tierLevel: standing.tierLevel,
      benefits: benefitsDueOnArrival(standing, { venue, date: checkIn }),
      specialNotes: task.notes ?? null,
      status: task.status,
      acknowledgedAt: task.seenBy === undefined ? null : clock.ago({ hours: 6 }),
      acknowledgedBy: acknowledger(task.seenBy),
      changedSinceAck: task.changed === true,
      refreshedAt: offset <= 3 || task.changed === true ? clock.ago({ hours: 2 }) : clock.ago({ hours: 12 }),
      createdAt: offset >= 60 ? clock.ago({ hours: 12 }) : clock.ago({ days: 60 - offset })
    }
  ]
}

/**
 * One task per stay with benefits due, now or in the past, inside the window and just outside it (PAR-031, PAR-037).
 * The benefits follow from the demo perks by the rules of the service.
 */
export const demoArrivals = (clock: DemoClock): Pick<Dataset, "arrivalTasks"> => {
  const { benefits, ...perks } = demoPerks(clock)
  const { enrolments } = demoMembers(clock)
  const rows = { ...perks, benefits: benefits.toSorted(byRank), enrolments, tiers: demoPrograms(clock).tiers }
  return { arrivalTasks: stays.flatMap((fact, position) => row(fact, position, clock, rows)) }
}
