import { ReservationXid } from "../domain/reservations/Reservation.ts"
import type { MemberName } from "./demoMembers.ts"
import type { OperatorName } from "./demoOperators.ts"
import { seeded } from "./seeded.ts"
import type { VenueName } from "./venues.ts"

/** The arrival task of a stay, as the desk left it. */
export interface TaskFact {
  readonly status: "open" | "acknowledged" | "completed" | "withdrawn"
  /** Who acknowledged the task: key PA or an operator; absent if unacknowledged. */
  readonly seenBy?: "PA" | OperatorName
  readonly changed?: true
  readonly owesNothing?: true
  readonly notes?: string
}

/** A stay that checks in `offset` days from today in its venue's time zone; null for a stay without dates. */
export interface StayFact {
  readonly name: string
  readonly externalId: ReservationXid
  readonly venue: VenueName
  readonly member: MemberName | null
  readonly offset: number | null
  readonly nights: number
  readonly status: "confirmed" | "pending" | "cancelled" | "inquiry" | "other"
  readonly pmsStatus: string | null
  readonly task: TaskFact | undefined
  /** Points for its spend before any multiplier; null while the spend is unknown. */
  readonly base: number | null
  /** The multiplier it was finalised with; absent until it is finalised. */
  readonly finalisedWith?: string
  /** The guest of the booking, as recorded in the PMS. */
  readonly guest?: { readonly lastName: string; readonly email: string }
}

/** Points per night, a number whose product with every multiplier is exact. */
const basePerNight = 200

const state = (offset: number, nights: number, task: TaskFact): Pick<StayFact, "status" | "pmsStatus"> => {
  if (task.status === "withdrawn" && task.owesNothing === undefined) {
    return { status: "cancelled", pmsStatus: "cancelled" }
  }
  if (offset + nights < 0) return { status: "other", pmsStatus: "checked_out" }
  return offset < 0 ? { status: "other", pmsStatus: "in_house" } : { status: "confirmed", pmsStatus: "confirmed" }
}

const open: TaskFact = { status: "open" }

const stay = (
  name: string,
  venue: VenueName,
  member: MemberName,
  offset: number,
  task: TaskFact = open,
  nights = 2
): StayFact => ({
  name,
  externalId: ReservationXid.make(seeded.uuid("reservation", name)),
  venue,
  member,
  offset,
  nights,
  ...state(offset, nights, task),
  task,
  base: nights * basePerNight
})

const withoutTask = (name: string, change: Partial<StayFact> & Pick<StayFact, "status" | "pmsStatus">): StayFact => ({
  name,
  externalId: ReservationXid.make(seeded.ulid("reservation", name)),
  venue: "V1",
  member: "M1",
  offset: 20,
  nights: 3,
  task: undefined,
  base: 3 * basePerNight,
  ...change
})

const acknowledgedBy = (by: "PA" | OperatorName): TaskFact => ({ status: "acknowledged", seenBy: by })

/** A reservation number used by the PMS of both A and B: it is unique only within an organization. */
const sharedNumber = ReservationXid.make("PMS-7001")

const namedStays: ReadonlyArray<StayFact> = [
  stay("open", "V1", "M1", 1, { status: "open", notes: "Arrives late in the evening" }),
  { ...stay("acknowledged", "V1", "M2", 2, acknowledgedBy("PA")), externalId: sharedNumber },
  stay("acknowledged_by_operator", "V2", "M1", 3, acknowledgedBy("a")),
  stay("changed", "V1", "M1", 5, { ...acknowledgedBy("PA"), changed: true }),
  stay("today", "V3", "M2", 0),
  stay("completed", "V1", "M1", -5, { status: "completed", seenBy: "PA" }),
  stay("completed_unseen", "V2", "M1", -4, { status: "completed" }),
  stay("withdrawn", "V1", "M2", 4, { status: "withdrawn" }),
  stay("withdrawn_acknowledged", "V2", "M2", 6, { status: "withdrawn", seenBy: "PA" }),
  stay("withdrawn_no_benefit", "V3", "M_closed", 6, { status: "withdrawn", owesNothing: true }),
  stay("minus7", "V1", "M1", -7, open, 14),
  stay("minus7_completed", "V2", "M2", -7, { status: "completed" }),
  stay("minus8", "V1", "M2", -8, open, 14),
  stay("plus60", "V1", "M2", 60),
  stay("plus61", "V1", "M1", 61),
  stay("minus7_v3", "V3", "M1", -7, open, 14),
  stay("plus60_v3", "V3", "M1", 60),
  stay("m3", "V2", "M3", 10),
  { ...stay("w1_open", "W1", "M9", 1), externalId: sharedNumber },
  stay("w1_acknowledged", "W1", "M9", 9, acknowledgedBy("b")),
  stay("w1_minus7", "W1", "M9", -7, open, 14),
  stay("w1_plus60", "W1", "M9", 60),
  stay("w1_m2", "W1", "M2", 5),
  withoutTask("pending", { status: "pending", pmsStatus: "optional" }),
  withoutTask("inquiry", { status: "inquiry", pmsStatus: null }),
  withoutTask("no_member", { status: "confirmed", pmsStatus: "confirmed", member: null }),
  withoutTask("no_dates", { status: "inquiry", pmsStatus: null, offset: null, base: null }),
  withoutTask("past", { status: "other", pmsStatus: "checked_out", offset: -100, finalisedWith: "1.25" })
]

const cycle = <A>(all: readonly [A, ...ReadonlyArray<A>], index: number): A => all[index % all.length] ?? all[0]

const externalIds: readonly [(name: string) => string, ...ReadonlyArray<(name: string) => string>] = [
  (name) => seeded.uuid("reservation", name),
  (name) => seeded.ulid("reservation", name),
  (name) => `PMS-${seeded.code("reservation", name)}`
]

const bulk = Array.from({ length: 36 }, (_, index): StayFact => {
  const name = `arrival${index + 1}`
  const venue = cycle<VenueName>(["V1", "V2", "V3"], index)
  const member = cycle<MemberName>(["M1", "M2"], index)
  const task = index % 5 === 4 ? acknowledgedBy("PA") : open
  return {
    ...stay(name, venue, member, Math.floor(index * 1.6), task, 1 + (index % 4)),
    externalId: ReservationXid.make(cycle(externalIds, index)(name))
  }
})

/** Stays for tests of points: finalised, due, cancelled, and not yet linked to a member. */
const about = (
  name: string,
  venue: VenueName,
  member: MemberName | null,
  offset: number,
  base: number | null,
  more: Partial<StayFact> = {}
) => withoutTask(name, { status: "other", pmsStatus: "checked_out", venue, member, offset, nights: 2, base, ...more })

const confirmed = { status: "confirmed", pmsStatus: "confirmed" } as const
const one = { lastName: "One", email: "m1@example.com" }
const two = { lastName: "Two", email: "m2@example.com" }

const ofPoints: ReadonlyArray<StayFact> = [
  about("finalised_v1", "V1", "M1", -150, 1000, { finalisedWith: "1.25" }),
  about("finalised_v2", "V2", "M1", -110, 2000, { finalisedWith: "1.25" }),
  about("finalised_v3", "V3", "M1", -75, 1200, { finalisedWith: "1.25" }),
  about("finalised_recent", "V1", "M1", -45, 600, { finalisedWith: "1.25" }),
  about("finalised_cancelled", "V1", "M1", -35, 400, {
    finalisedWith: "1.25",
    status: "cancelled",
    pmsStatus: "cancelled"
  }),
  about("finalised_m2", "V1", "M2", -95, 1000, { finalisedWith: "1.50" }),
  about("finalised_m2_v2", "V2", "M2", -40, 800, { finalisedWith: "1.50" }),
  about("finalised_m3", "V2", "M3", -50, 200, { finalisedWith: "1.00" }),
  about("finalised_m9", "W1", "M9", -70, 1200, { finalisedWith: "1.25" }),
  about("due", "V1", "M1", -9, 400),
  about("due_in_house", "V2", "M2", -12, 800, { pmsStatus: "in_house", nights: 4 }),
  about("spend_unknown", "V1", "M1", -25, null),
  about("no_show", "V1", "M1", -15, 400, { pmsStatus: "no_show" }),
  about("day_use", "V1", "M1", 15, 200, { ...confirmed, nights: 0, task: open }),
  about("unlinked", "V1", null, 12, 400, { ...confirmed, guest: one }),
  about("unlinked_past", "V2", null, -10, 600, { guest: one }),
  about("unlinked_m2", "V1", null, 18, 400, { ...confirmed, guest: two }),
  about("linked_elsewhere", "V1", "M1", 22, 400, { ...confirmed, guest: two, task: open }),
  about("unlinked_old", "V1", null, -200, 400, { guest: one })
]

const bookingStates: readonly [
  Pick<StayFact, "status" | "pmsStatus">,
  ...ReadonlyArray<Pick<StayFact, "status" | "pmsStatus">>
] = [
  confirmed,
  { status: "pending", pmsStatus: "optional" },
  { status: "cancelled", pmsStatus: "cancelled" },
  { status: "inquiry", pmsStatus: null },
  { status: "other", pmsStatus: "waitlisted" }
]

/** Hotel systems put characters of every kind in their reservation numbers. */
const bookingIds: typeof externalIds = [
  ...externalIds,
  (name) => `apt/${seeded.code("reservation", name).slice(4)} #2026`
]

/**
 * Bookings of non-members in every state: with the others, A's venues have more than 120 stays to page through
 * (PAR-049). Three share each date, with ids of every kind (PAR-053).
 */
const bookings = Array.from({ length: 64 }, (_, index): StayFact => {
  const name = `booking${index + 1}`
  const state = cycle(bookingStates, index)
  return withoutTask(name, {
    ...state,
    externalId: ReservationXid.make(cycle(bookingIds, index)(name)),
    venue: cycle<VenueName>(["V1", "V2", "V3"], index),
    member: null,
    offset: state.status === "inquiry" && index % 2 === 0 ? null : 25 + Math.floor(index / 3),
    nights: 1 + (index % 4),
    base: null
  })
})

/**
 * Every stay of the demo data: one per arrival state and window edge, 36 more for paging (PAR-031, PAR-038), those for
 * tests of points, and bookings of non-members.
 */
export const stays: ReadonlyArray<StayFact> = [...namedStays, ...bulk, ...ofPoints, ...bookings]
