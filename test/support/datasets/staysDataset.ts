import { BigDecimal, DateTime } from "effect"
import { demoWithoutCities } from "./demoWithoutCities.ts"
import { offerXid } from "../../../src/demo/offerPlan.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { venues } from "../../../src/demo/venues.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { type Enrolment, type Member, MemberId } from "../../../src/domain/members/Member.ts"
import {
  type EarningRule,
  type PointMultiplier,
  ProgramId,
  type Tier,
  TierId
} from "../../../src/domain/programs/Program.ts"
import { notFinal } from "../../../src/domain/reservations/notFinal.ts"
import type { NewStay } from "../../../src/domain/reservations/addReservation.ts"
import { type Reservation, ReservationId, ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import { emptyDataset } from "./emptyDataset.ts"

/** The start time of tests with stays: noon in Lisbon. */
export const start = DateTime.makeUnsafe("2026-03-10T12:00:00.000Z")

export const decimal = BigDecimal.fromStringUnsafe

const demo = demoWithoutCities(start)
const { brands, organizations, properties, members } = demo

/** Program 1 is A's first, 2 its second, 3 is B's; 4 is A's too, but archived. */
const programs: Dataset["programs"] = [
  { id: 1, organizationId: organizationIds.A, status: "active" as const },
  { id: 2, organizationId: organizationIds.A, status: "active" as const },
  { id: 3, organizationId: organizationIds.B, status: "active" as const },
  { id: 4, organizationId: organizationIds.A, status: "archived" as const }
].map((program) => ({
  ...program,
  id: ProgramId.make(program.id),
  xid: `program-${program.id}`,
  name: `Program ${program.id}`,
  description: null,
  currencyName: "points",
  pointsExpiryMonths: 12 * program.id,
  version: 1,
  createdAt: start,
  updatedAt: start
}))

/** Three tiers of each program: 1 from 0 points, 2 from 1000 points, 3 from 5000 points and 10 nights. */
const tiers = programs.flatMap(({ id: programId, organizationId }) =>
  [
    { level: 1, qualifyingPoints: 0, qualifyingNights: null, multiplier: "1.00" },
    { level: 2, qualifyingPoints: 1000, qualifyingNights: null, multiplier: "1.25" },
    { level: 3, qualifyingPoints: 5000, qualifyingNights: 10, multiplier: "1.50" }
  ].map(
    (tier): Tier => ({
      ...tier,
      id: TierId.make(10 * programId + tier.level),
      xid: `tier-${programId}-${tier.level}`,
      organizationId,
      programId,
      name: `Tier ${tier.level}`,
      multiplier: decimal(tier.multiplier),
      validityMonths: 12,
      color: null,
      updatedAt: start
    })
  )
)

/** The internal number of a tier. */
export const tier = (programId: number, level: number) => TierId.make(10 * programId + level)

const [anyone] = members

/** A member whose external id and address follow from the number. */
export const member = (id: number, change: Partial<Member> = {}): ReadonlyArray<Member> =>
  anyone === undefined
    ? []
    : [
        {
          ...anyone,
          id: MemberId.make(id),
          xid: String(id).padStart(26, "0"),
          identitySubject: `member-${id}`,
          email: `m${id}@example.com`,
          firstName: "Member",
          lastName: `Number ${id}`,
          ...change
        }
      ]

export const enrolment = (
  memberId: number,
  programId: number,
  level: number,
  change: Partial<Enrolment> = {}
): Enrolment => ({
  organizationId: programId === 3 ? organizationIds.B : organizationIds.A,
  programId: ProgramId.make(programId),
  memberId: MemberId.make(memberId),
  tierId: tier(programId, level),
  tierExpiresAt: level === 1 ? null : DateTime.add(start, { days: 300 }),
  qualifyingPoints: 0,
  qualifyingNights: 0,
  status: "active" as const,
  enrolledAt: DateTime.subtract(start, { days: 100 }),
  ...change
})

/** A stay of member 1 at V1, from the 1st to the 3rd of March, over and paid: 100 EUR. */
export const stay = (id: number, change: Partial<Reservation> = {}): Reservation => ({
  id: ReservationId.make(id),
  organizationId: organizationIds.A,
  propertyId: venues.V1.id,
  memberId: MemberId.make(1),
  externalId: ReservationXid.make(`stay-${id}`),
  uuid: null,
  status: "other",
  pmsStatus: "checked_out",
  confirmationCode: `CODE${id}`,
  checkIn: "2026-03-01",
  checkOut: "2026-03-03",
  guestCount: 2,
  bookingChannel: "direct",
  guestLastName: null,
  guestEmail: null,
  spendMinor: 10_000,
  currency: "EUR",
  ...notFinal,
  createdAt: DateTime.subtract(start, { days: 50 }),
  updatedAt: DateTime.subtract(start, { days: 50 }),
  ...change
})

/** A stay as the PMS first reports it. */
export const newStay = (change: Partial<Reservation>): NewStay => {
  const {
    basePoints,
    createdAt,
    finalizedAt,
    givenUp,
    id,
    multiplier,
    programId,
    totalPoints,
    updatedAt,
    uuid,
    ...snapshot
  } = stay(1, change)
  return snapshot
}

/** The columns of a finalised stay: 80 points, times 1.25. */
export const finalised = {
  basePoints: 80,
  multiplier: decimal("1.25"),
  totalPoints: 100,
  finalizedAt: DateTime.subtract(start, { days: 5 }),
  programId: null
}

export const rule = (pointsPerUnit: string, change: Partial<EarningRule> = {}): EarningRule => ({
  category: "stay",
  pointsPerUnit: decimal(pointsPerUnit),
  currency: "EUR",
  minSpend: null,
  maxPointsPerStay: null,
  exclusions: [],
  ...change
})

export const version = (programId: number, number: number, effectiveFrom: string, ...rules: Array<EarningRule>) => ({
  organizationId: programId === 3 ? organizationIds.B : organizationIds.A,
  programId: ProgramId.make(programId),
  version: number,
  rules,
  effectiveFrom,
  createdAt: start
})

export const campaign = (id: number, from: string, to: string, change: Partial<PointMultiplier> = {}) => ({
  id,
  xid: `campaign-${id}`,
  organizationId: organizationIds.A,
  propertyId: null,
  name: `Campaign ${id}`,
  multiplier: decimal("2.00"),
  startsAt: DateTime.makeUnsafe(from),
  endsAt: DateTime.makeUnsafe(to),
  stacking: "exclusive" as const,
  ...change
})

/** The activity item of a stay with pending points. */
export const pendingEarn = (reservationId: number, memberId: number) => ({
  id: `pending-${reservationId}`,
  memberId: MemberId.make(memberId),
  type: "earn" as const,
  amount: null,
  asset: "VALID" as const,
  status: "pending" as const,
  description: "Stay at Venue V1",
  sourceType: "reservation",
  sourceId: `stay-${reservationId}`,
  entryId: null,
  reservationId: ReservationId.make(reservationId),
  fulfillmentId: null,
  createdAt: DateTime.subtract(start, { days: 40 })
})

const offerNames = ["Breakfast for two", "Welcome gift"]

/** Two offers of A: `breakfast` for 300 points, and `gift` for 120, which needs a stay at V1. */
export const offers = {
  rows: {
    offerCategories: demo.offerCategories,
    offers: demo.offers.filter(({ name }) => offerNames.includes(name))
  },
  breakfast: offerXid("breakfast"),
  gift: offerXid("stay_gift")
}

/** An empty wallet, for rows that belong to one. */
export const wallet = (memberId: number) => ({
  memberId: MemberId.make(memberId),
  validBalance: 0,
  creditBalance: 0,
  nextExpiryAt: null,
  movedAt: null,
  entryCount: 0,
  activityCount: 0
})

/** Organizations, venues, programs and tiers, with one point per EUR since 2025. Tests add members and stays. */
export const staysDataset = (rows: Partial<Dataset>): Dataset => ({
  ...emptyDataset,
  organizations,
  brands,
  properties: properties.filter(({ id }) => id <= venues.W1.id),
  programs,
  tiers,
  earningRules: [1, 2, 3].map((programId) => version(programId, 1, "2025-01-01", rule("1"))),
  members: member(1),
  enrolments: [enrolment(1, 1, 2)],
  ...rows
})
