import type { ArrivalTask } from "../domain/arrivals/ArrivalTask.ts"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { DemoClock } from "./DemoClock.ts"
import { memberIds, memberLevel } from "./demoMembers.ts"
import { operatorSubject, operatorTitle } from "./demoOperators.ts"
import { partnerKeyXid } from "./demoPartnerKeys.ts"
import type { ProgramName } from "./demoPrograms.ts"
import { reservationId } from "./demoReservations.ts"
import { seeded } from "./seeded.ts"
import { type StayFact, stays, type TaskFact } from "./stays.ts"
import { venues } from "./venues.ts"

/** What each tier level adds to what is owed at arrival. */
const perks = [
  { name: "Welcome drink", kind: "amenity", quantity: 2, redemptionType: "direct", howToRedeem: "Ask at the bar" },
  { name: "Late check-out", kind: "late_checkout", quantity: 1, redemptionType: "requireApproval", howToRedeem: null },
  {
    name: "Suite upgrade",
    kind: "upgrade",
    quantity: 1,
    redemptionType: "suiteElevation",
    howToRedeem: "The desk offers it when a suite is free"
  }
] as const

const benefits = (program: ProgramName, level: number): ArrivalTask["benefits"] =>
  perks.slice(0, level).map((perk) => ({ benefitId: seeded.uuid("benefit", `${program} ${perk.name}`), ...perk }))

/** The id of the arrival task of a stay. */
export const arrivalXid = (stay: string) => seeded.uuid("arrival task", stay)

const acknowledger = (by: TaskFact["seenBy"]): ArrivalTask["acknowledgedBy"] => {
  if (by === undefined) return null
  return by === "PA"
    ? { kind: "key", id: partnerKeyXid("PA"), name: "PA" }
    : { kind: "operator", id: operatorSubject(by), name: operatorTitle(by) }
}

const row = (fact: StayFact, position: number, clock: DemoClock): ReadonlyArray<ArrivalTask> => {
  const { offset, task, member } = fact
  if (offset === null || task === undefined || member === null) return []
  const { id, organizationId, timezone } = venues[fact.venue]
  const program = fact.venue === "W1" ? "B" : "A"
  return [
    {
      id: 20_001 + position,
      xid: arrivalXid(fact.name),
      organizationId,
      propertyId: id,
      reservationId: reservationId(position),
      memberId: memberIds[member],
      checkIn: clock.date(timezone, offset),
      benefits: task.owesNothing === true ? [] : benefits(program, memberLevel(member, program)),
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

/** One task per stay that owes or owed something, inside the window and just outside it (PAR-031, PAR-037). */
export const demoArrivals = (clock: DemoClock): Pick<Dataset, "arrivalTasks"> => ({
  arrivalTasks: stays.flatMap((fact, position) => row(fact, position, clock))
})
