import { DateTime } from "effect"
import * as fc from "fast-check"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { type VenueName, venues } from "../../../src/demo/venues.ts"
import type { ArrivalTask } from "../../../src/domain/arrivals/ArrivalTask.ts"
import { type Benefit, BenefitId, BenefitXid, type Entitlement } from "../../../src/domain/benefits/Benefit.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { ProgramId } from "../../../src/domain/programs/Program.ts"
import type { Reservation } from "../../../src/domain/reservations/Reservation.ts"
import { addDays } from "../../../src/domain/shared/calendar.ts"
import { enrolment, member, start, stay, staysDataset, tier } from "./staysDataset.ts"

const { A, B } = organizationIds
/** The member of the datasets. */
export const memberId = MemberId.make(1)
export const externalId = "1".padStart(26, "0")
const today = DateTime.formatIsoDateUtc(start)

/** The venues of the stays, with their organizations. */
export const houses: ReadonlyArray<readonly [VenueName, number]> = [
  ["V1", A],
  ["V2", A],
  ["V3", A],
  ["W1", B]
]
const housesOf = (organizationId: number) =>
  houses.filter(([, owner]) => owner === organizationId).map(([name]) => venues[name].id)

/** A day close to today, or null. */
export const day = fc.option(
  fc.integer({ min: -6, max: 12 }).map((days) => addDays(today, days)),
  { freq: 1 }
)

const enrolments = fc
  .tuple(
    ...[1, 2, 3].map(() =>
      fc.option(
        fc.record({
          level: fc.integer({ min: 1, max: 3 }),
          hasEnded: fc.boolean(),
          qualifyingPoints: fc.constantFrom(0, 1200)
        }),
        { freq: 4 }
      )
    )
  )
  .map((held) =>
    held.flatMap((one, index) =>
      one === null
        ? []
        : [
            enrolment(1, index + 1, one.level, {
              qualifyingPoints: one.qualifyingPoints,
              ...(one.hasEnded && one.level > 1 ? { tierExpiresAt: DateTime.subtract(start, { days: 3 }) } : {})
            })
          ]
    )
  )

const benefitFacts = fc.record({
  organizationId: fc.constantFrom(A, A, B),
  minTierLevel: fc.constantFrom(0, 1, 1, 2, 3),
  scope: fc.constantFrom("global" as const, "property" as const),
  enabled: fc.constantFrom(true, true, true, false),
  isArchived: fc.constantFrom(false, false, false, true),
  at: fc.subarray(houses.map(([name]) => venues[name].id)),
  removedAt: fc.option(fc.constantFrom(...houses.map(([name]) => venues[name].id))),
  needsStay: fc.boolean(),
  entitlements: fc.array(
    fc.record({
      program: fc.constantFrom(1, 2, 3),
      level: fc.integer({ min: 1, max: 3 }),
      venueIds: fc.option(
        fc.subarray(
          houses.map(([name]) => venues[name].id),
          { minLength: 1 }
        )
      ),
      validFrom: day,
      validTo: day,
      quantity: fc.integer({ min: 1, max: 4 }),
      active: fc.constantFrom(true, true, false)
    }),
    { minLength: 5, maxLength: 9 }
  )
})

type BenefitFacts = typeof benefitFacts extends fc.Arbitrary<infer Facts> ? Facts : never

const benefitOf = (facts: BenefitFacts, id: number): Benefit => ({
  id: BenefitId.make(id),
  xid: BenefitXid.make(`benefit-${id}`),
  organizationId: facts.organizationId,
  name: `Benefit ${id}`,
  description: null,
  kind: "amenity",
  redemptionType: "direct",
  minTierLevel: facts.minTierLevel,
  scope: facts.scope,
  howToRedeem: null,
  heroImage: null,
  cardImage: null,
  enabled: facts.enabled,
  archivedAt: facts.isArchived ? start : null,
  createdAt: start,
  updatedAt: start
})

/**
 * Entitlements of tiers of the benefit's organization: at most one active per tier, and none with a reversed period.
 */
const entitlementsOf = (facts: BenefitFacts, id: number): ReadonlyArray<Entitlement> => {
  const taken = new Set<number>()
  return facts.entitlements.flatMap((one, index) => {
    const tierId = tier(one.program, one.level)
    const isOwn = (one.program === 3 ? B : A) === facts.organizationId
    if (!isOwn || (one.active && taken.has(tierId))) return []
    if (one.active) taken.add(tierId)
    const venueIds = one.venueIds?.filter((venueId) => housesOf(facts.organizationId).includes(venueId)) ?? null
    const isReversed = one.validFrom !== null && one.validTo !== null && one.validFrom > one.validTo
    return [
      {
        id: 10 * id + index,
        xid: `entitlement-${id}-${index}`,
        organizationId: facts.organizationId,
        programId: ProgramId.make(one.program),
        tierId,
        benefitId: BenefitId.make(id),
        quantityPerStay: one.quantity,
        venueIds: venueIds !== null && venueIds.length === 0 ? null : venueIds,
        validFrom: isReversed ? null : one.validFrom,
        validTo: one.validTo,
        active: one.active,
        createdAt: start,
        updatedAt: start
      }
    ]
  })
}

const rowsOf = (all: ReadonlyArray<BenefitFacts>) => {
  const numbered = all.map((facts, index) => ({ facts, id: index + 1, benefitId: BenefitId.make(index + 1) }))
  const group = (organizationId: typeof A, id: number) => ({
    id,
    xid: `group-${id}`,
    organizationId,
    documentId: `group-${id}`,
    name: `Group ${id}`,
    description: null,
    enabled: true,
    stayRequired: true,
    createdAt: start,
    updatedAt: start
  })
  return {
    benefits: numbered.map(({ facts, id }) => benefitOf(facts, id)),
    benefitVenues: numbered.flatMap(({ benefitId, facts: { at, organizationId, scope } }) =>
      (scope === "global" ? [] : at)
        .filter((propertyId) => housesOf(organizationId).includes(propertyId))
        .map((propertyId) => ({ organizationId, benefitId, propertyId }))
    ),
    benefitVenueOverrides: numbered.flatMap(({ benefitId, facts: { organizationId, removedAt } }) =>
      removedAt === null || !housesOf(organizationId).includes(removedAt)
        ? []
        : [
            {
              organizationId,
              benefitId,
              propertyId: removedAt,
              overriddenName: null,
              overriddenDescription: null,
              enabled: false,
              updatedAt: start
            }
          ]
    ),
    benefitGroups: [group(A, 1), group(B, 2)],
    benefitGroupItems: numbered
      .filter(({ facts }) => facts.needsStay)
      .map(({ benefitId, facts: { organizationId }, id }) => ({
        organizationId,
        groupId: organizationId === A ? 1 : 2,
        benefitId,
        position: id
      })),
    entitlements: numbered.flatMap(({ facts, id }) => entitlementsOf(facts, id))
  } satisfies Partial<Dataset>
}

const stays = fc
  .tuple(
    ...houses.map(() =>
      fc.record({
        days: fc.integer({ min: -5, max: 10 }),
        status: fc.constantFrom("confirmed" as const, "pending" as const, "other" as const)
      })
    )
  )
  .map((facts) =>
    facts.flatMap(({ days, status }, index): ReadonlyArray<Reservation> => {
      const [name, organizationId] = houses[index] ?? []
      if (name === undefined) return []
      return [
        stay(index + 1, {
          organizationId: organizationId === B ? B : A,
          propertyId: venues[name].id,
          status,
          pmsStatus: null,
          checkIn: addDays(today, days),
          checkOut: addDays(today, days + 30),
          spendMinor: null,
          currency: null
        })
      ]
    })
  )

const taskOf = (reservation: Reservation): ArrivalTask => ({
  id: reservation.id,
  xid: `task-${reservation.id}`,
  organizationId: reservation.organizationId,
  propertyId: reservation.propertyId,
  reservationId: reservation.id,
  memberId,
  checkIn: reservation.checkIn ?? today,
  tierLevel: null,
  benefits: [],
  specialNotes: null,
  status: "open",
  acknowledgedAt: null,
  acknowledgedBy: null,
  changedSinceAck: false,
  refreshedAt: DateTime.subtract(start, { days: 2 }),
  createdAt: DateTime.subtract(start, { days: 2 })
})

/** Datasets of one member with stays at four venues, and of benefits that may be due to them. */
export const datasets = fc
  .record({ enrolments, benefits: fc.array(benefitFacts, { minLength: 3, maxLength: 6 }), reservations: stays })
  .map(({ benefits, enrolments: held, reservations }) =>
    staysDataset({
      members: member(1),
      enrolments: held,
      reservations,
      arrivalTasks: reservations.map(taskOf),
      ...rowsOf(benefits)
    })
  )
