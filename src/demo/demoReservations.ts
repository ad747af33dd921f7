import { Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { Reservation } from "../domain/reservations/Reservation.ts"
import type { DemoClock } from "./DemoClock.ts"
import { memberIds } from "./demoMembers.ts"
import { seeded } from "./seeded.ts"
import { type StayFact, stays } from "./stays.ts"
import { venues } from "./venues.ts"

/** Internal id of the reservation of a stay, by its place in `stays`. */
export const reservationId = (position: number) => 10_001 + position

/** Booking references of the former CMS, by fixture name, and the stays they stand for. */
export const legacy = { L1: "open", L2: "acknowledged", L3: "w1_open" } as const

type LegacyName = keyof typeof legacy

const legacyNames: ReadonlyArray<LegacyName> = Record.keys(legacy)

/** The 24 characters of a booking reference, lower case. */
export const legacyDocumentId = (name: LegacyName) => seeded.documentId("legacy reservation", name)

const row = (fact: StayFact, position: number, clock: DemoClock): Reservation => {
  const { organizationId, timezone, id } = venues[fact.venue]
  const { offset, nights } = fact
  return {
    id: reservationId(position),
    organizationId,
    propertyId: id,
    memberId: fact.member === null ? null : memberIds[fact.member],
    externalId: fact.externalId,
    status: fact.status,
    pmsStatus: fact.pmsStatus,
    confirmationCode: fact.status === "inquiry" ? null : seeded.code("confirmation", fact.name),
    checkIn: offset === null ? null : clock.date(timezone, offset),
    checkOut: offset === null ? null : clock.date(timezone, offset + nights),
    guestCount: 1 + (position % 3),
    bookingChannel: ["direct", "journey_app", "pms", null][position % 4] ?? null,
    createdAt: clock.ago({ days: 130, minutes: position }),
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
