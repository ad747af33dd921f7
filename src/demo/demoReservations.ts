import { BigDecimal, DateTime, Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { notFinal } from "../domain/reservations/notFinal.ts"
import { legacyIdsDeprecatedAt, type Reservation, ReservationId } from "../domain/reservations/Reservation.ts"
import type { DemoClock } from "./DemoClock.ts"
import { memberIds } from "./demoMembers.ts"
import { seeded } from "./seeded.ts"
import { type StayFact, stays } from "./stays.ts"
import { venues } from "./venues.ts"

/** Internal id of a stay's reservation, by its position in `stays`. */
export const reservationId = (position: number) => ReservationId.make(10_001 + position)

/** Booking references of the former CMS: fixture name to stay. */
export const legacy = { L1: "open", L2: "acknowledged", L3: "w1_open" } as const

type LegacyName = keyof typeof legacy

const legacyNames: ReadonlyArray<LegacyName> = Record.keys(legacy)

/** The 24 characters of a booking reference, lower case. */
export const legacyDocumentId = (name: LegacyName) => seeded.documentId("legacy reservation", name)

/** The spend for one point before any multiplier, in the currency's smallest unit: the inverse of the earning rules. */
const price = {
  A: { V1: { minor: 100, currency: "EUR" }, V2: { minor: 100, currency: "USD" }, V3: { minor: 100, currency: "JPY" } },
  elsewhere: { minor: 200, currency: "SGD" }
} as const

const priceAt = (venue: StayFact["venue"]) =>
  venue === "V1" || venue === "V2" || venue === "V3" ? price.A[venue] : price.elsewhere

const spend = ({ base, venue }: StayFact) => {
  const { currency, minor } = priceAt(venue)
  return base === null ? { spendMinor: null, currency: null } : { spendMinor: base * minor, currency }
}

/** The amounts of a finalised stay date from the day after its check-out. */
const figures = ({ base, finalisedWith, nights, offset }: StayFact, clock: DemoClock) => {
  if (finalisedWith === undefined || base === null || offset === null) return notFinal
  const multiplier = BigDecimal.fromStringUnsafe(finalisedWith)
  return {
    basePoints: base,
    multiplier,
    totalPoints: BigDecimal.toNumberUnsafe(BigDecimal.multiply(BigDecimal.fromBigInt(BigInt(base)), multiplier)),
    finalizedAt: clock.ago({ days: -(offset + nights + 1) }),
    programId: null,
    givenUp: false
  }
}

/** The confirmation code of a stay, by its fixture name. */
export const confirmationCode = (name: string) => seeded.code("confirmation", name)

/** Keeps the booking before the check-in. */
const bookedDaysAgo = ({ offset }: StayFact) => Math.max(130, 30 - (offset ?? 0))

const legacyStays: ReadonlySet<string> = new Set(Object.values(legacy))

/**
 * Days since stays with a legacy id were booked: before the deprecation (PUB-017), and before anything in the ledger,
 * so that its order does not depend on when the data is loaded.
 */
const legacyBookedDaysAgo = 800

const bookedAt = (fact: StayFact, position: number, clock: DemoClock) =>
  legacyStays.has(fact.name)
    ? DateTime.min(
        clock.ago({ days: legacyBookedDaysAgo, minutes: position }),
        DateTime.subtract(legacyIdsDeprecatedAt, { minutes: position + 1 })
      )
    : clock.ago({ days: bookedDaysAgo(fact), minutes: position })

const isUuid = (text: string) => /^[0-9a-f]{8}-/u.test(text)

/** The internal UUID of a stay whose external id is not a UUID; inquiries have none. */
const reservationUuid = ({ externalId, name }: StayFact) =>
  isUuid(externalId) || name === "inquiry" ? null : seeded.uuid("internal reservation", name)

const row = (fact: StayFact, position: number, clock: DemoClock): Reservation => {
  const { organizationId, timezone, id } = venues[fact.venue]
  const { offset, nights } = fact
  return {
    id: reservationId(position),
    organizationId,
    propertyId: id,
    memberId: fact.member === null ? null : memberIds[fact.member],
    externalId: fact.externalId,
    uuid: reservationUuid(fact),
    status: fact.status,
    pmsStatus: fact.pmsStatus,
    confirmationCode: fact.status === "inquiry" ? null : confirmationCode(fact.name),
    checkIn: offset === null ? null : clock.date(timezone, offset),
    checkOut: offset === null ? null : clock.date(timezone, offset + nights),
    guestCount: 1 + (position % 3),
    bookingChannel: ["direct", "journey_app", "pms", null][position % 4] ?? null,
    guestLastName: fact.guest?.lastName ?? null,
    guestEmail: fact.guest?.email ?? null,
    ...spend(fact),
    ...figures(fact, clock),
    createdAt: bookedAt(fact, position, clock),
    updatedAt: clock.ago({ days: 1, minutes: position })
  }
}

export const demoReservations = (clock: DemoClock): Pick<Dataset, "reservations" | "legacyReservations"> => ({
  reservations: stays.map((fact, position) => row(fact, position, clock)),
  legacyReservations: legacyNames.map((name) => ({
    documentId: legacyDocumentId(name),
    reservationId: reservationId(stays.findIndex((fact) => fact.name === legacy[name]))
  }))
})
