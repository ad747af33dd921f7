import { assert } from "@effect/vitest"
import { DateTime } from "effect"
import { demoWithoutCities } from "./demoWithoutCities.ts"
import { memberIds } from "../../../src/demo/demoMembers.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { benefitXid } from "../../../src/demo/demoPerks.ts"
import { programIds, tierId } from "../../../src/demo/demoPrograms.ts"
import { type PerkName, perkNames } from "../../../src/demo/perkPlan.ts"
import { venues } from "../../../src/demo/venues.ts"
import { BenefitId, BenefitXid } from "../../../src/domain/benefits/Benefit.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { type Enrolment, MemberId } from "../../../src/domain/members/Member.ts"
import type { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import { VenueId } from "../../../src/domain/properties/Property.ts"
import { ReservationId, ReservationXid } from "../../../src/domain/reservations/Reservation.ts"

export const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
export const demo = demoWithoutCities(now)

/** The tier of `lapsing` expired a minute ago; the enrolment of `left` in A's program has ended. */
export const [lapsing, left] = [MemberId.make(9001), MemberId.make(9002)]
export const hiddenVenue = VenueId.make(190)
/** Two benefits that differ only in their ids, and one with a name beyond the Basic Multilingual Plane. */
const [first, second, last] = [891, 892, 893]

export const find = <A>(all: ReadonlyArray<A>, isIt: (a: A) => boolean): A => {
  const [found] = all.filter(isIt)
  return found ?? assert.fail("no such fixture")
}

const account = find(demo.members, ({ id }) => id === memberIds.M_new)
const member = (id: MemberId, letter: string) => ({
  ...account,
  id,
  xid: `01K000000000000000000000${letter}${letter}`,
  identitySubject: `subject ${letter}`
})

const enrolment = (facts: Partial<Enrolment> & Pick<Enrolment, "memberId">): Enrolment => ({
  organizationId: organizationIds.A,
  programId: programIds.A,
  tierId: tierId("A", 1),
  tierExpiresAt: null,
  qualifyingPoints: 0,
  qualifyingNights: 0,
  status: "active",
  enrolledAt: now,
  ...facts
})

const benefitNamed = (name: PerkName) => find(demo.benefits, ({ xid }) => xid === benefitXid(name))
export const drink = benefitNamed("welcome_drink")
export const breakfast = benefitNamed("breakfast")

const copy = (id: number, name: string, xid: string) => ({
  ...drink,
  id: BenefitId.make(id),
  name,
  xid: BenefitXid.make(xid),
  minTierLevel: 2
})

const stay = (id: number, organizationId: OrganizationId, propertyId: VenueId) => ({
  ...find(demo.reservations, ({ id }) => id === 10_001),
  id: ReservationId.make(id),
  organizationId,
  propertyId,
  memberId: memberIds.M1,
  externalId: ReservationXid.make("SAME")
})

export const dataset: Dataset = {
  ...demo,
  members: [...demo.members, member(lapsing, "S"), member(left, "V")],
  enrolments: [
    ...demo.enrolments,
    enrolment({
      memberId: lapsing,
      tierId: tierId("A", 3),
      qualifyingPoints: 1200,
      tierExpiresAt: DateTime.subtract(now, { minutes: 1 })
    }),
    enrolment({ memberId: left, status: "ended", tierId: tierId("A", 3) })
  ],
  properties: [
    ...demo.properties,
    {
      ...find(demo.properties, ({ id }) => id === venues.V1.id),
      id: hiddenVenue,
      documentId: "hidden-of-a",
      slug: "hidden-of-a",
      name: "Hidden of A",
      status: "hidden"
    }
  ],
  benefits: [
    ...demo.benefits,
    copy(first, "Zebra", "0000"),
    copy(second, "Zebra", "0001"),
    copy(last, "\u{1F37E}", "0002")
  ],
  benefitVenues: [
    ...demo.benefitVenues,
    { organizationId: organizationIds.A, benefitId: breakfast.id, propertyId: hiddenVenue },
    // A venue assignment does not make a global perk a property perk.
    { organizationId: organizationIds.A, benefitId: drink.id, propertyId: venues.V1.id }
  ],
  entitlements: [
    ...demo.entitlements,
    ...demo.entitlements
      .filter(({ benefitId, tierId: tier }) => benefitId === drink.id && tier === tierId("A", 2))
      .map((row) => ({ ...row, id: 9901, xid: "inactive", quantityPerStay: 99, active: false }))
  ],
  reservations: [
    ...demo.reservations,
    stay(19_001, organizationIds.A, venues.V1.id),
    stay(19_002, organizationIds.B, venues.W1.id)
  ]
}

const names = new Map(perkNames.map((name): [string, string] => [benefitXid(name), name]))
/** The fixture name of a perk, or its id if it has none. */
export const nameOf = (perkId: string) => names.get(perkId) ?? perkId
