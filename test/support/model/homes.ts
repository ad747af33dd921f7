import { assert } from "@effect/vitest"
import { BigDecimal, DateTime } from "effect"
import { demoWithoutCities } from "../datasets/demoWithoutCities.ts"
import { type Benefit, BenefitId, BenefitXid } from "../../../src/domain/benefits/Benefit.ts"
import { type Dataset, datasetNames } from "../../../src/domain/dataset/Dataset.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { OfferId, OfferXid } from "../../../src/domain/offers/Offer.ts"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import { VenueId } from "../../../src/domain/properties/Property.ts"
import { ProgramId, TierId } from "../../../src/domain/programs/Program.ts"
import { emptyDataset } from "../datasets/emptyDataset.ts"
import { campaign, rule } from "../datasets/staysDataset.ts"

/** The start time of the model's histories. */
export const modelStart = DateTime.makeUnsafe("2026-03-10T12:00:00.000Z")

/** How many organizations are loaded at once, because resetting a database takes longer than a history. */
export const homeCount = 50

/** The initial multipliers of each organization's tiers, in hundredths, and of its campaign at the first venue. */
export const firstMultipliers = [100, 125, 150] as const
export const campaignMultiplier = 115

const demo = demoWithoutCities(modelStart)
const before = DateTime.subtract(modelStart, { days: 100 })
const firstOf = <A>([row]: ReadonlyArray<A>): A => row ?? assert.fail("the demo data has no such row")
const offerNamed = (of: string) => firstOf(demo.offers.filter(({ name }) => name === of))

const organization = firstOf(demo.organizations)
const brand = firstOf(demo.brands)
const property = firstOf(demo.properties)
const program = firstOf(demo.programs)
const tier = firstOf(demo.tiers)
const member = firstOf(demo.members)
const enrolment = firstOf(demo.enrolments)
const benefit = firstOf(demo.benefits)
const entitlement = firstOf(demo.entitlements)

/** The id of a row of an organization; every organization has the same rows. */
const numberOf = (home: number, row: number) => 10 * (home + 1) + row

/** The initial rows of an organization, by the ids that callers use; members by number, with their tier. */
export const homeAt = (home: number) => ({
  organizationId: OrganizationId.make(home + 1),
  organizationXid: `organization-${home}`,
  venues: [0, 1].map((row) => ({
    id: VenueId.make(numberOf(home, row)),
    documentId: `venue-${home}-${row}`
  })),
  programId: `program-${home}`,
  tierIds: firstMultipliers.map((_, row) => `tier-${home}-${row}`),
  benefitIds: [`benefit-${home}-0`, `benefit-${home}-1`],
  entitlementId: `entitlement-${home}`,
  /** The first shows its code at once, the second once it is approved. */
  offerIds: [`offer-${home}-0`, `offer-${home}-1`],
  /** The first holds the second tier, the second the first one; the third is in no program. */
  members: [0, 1, 2].map((row) => MemberId.make(numberOf(home, row)))
})
export type Home = ReturnType<typeof homeAt>

const rowsOf = (home: number): Partial<Dataset> => {
  const { benefitIds, entitlementId, members, offerIds, organizationId, organizationXid, programId, tierIds, venues } =
    homeAt(home)
  const number = (row: number) => numberOf(home, row)
  const programNumber = ProgramId.make(home + 1)
  const tierNumber = (row: number) => TierId.make(number(row))
  const perk = (row: number, change: Partial<Benefit>): Benefit => ({
    ...benefit,
    id: BenefitId.make(number(row)),
    xid: BenefitXid.make(benefitIds[row] ?? ""),
    organizationId,
    name: `Perk ${row}`,
    ...change
  })
  return {
    organizations: [{ ...organization, id: organizationId, xid: organizationXid, slug: organizationXid }],
    brands: [{ ...brand, id: home + 1, organizationId, documentId: `brand-${home}`, slug: `brand-${home}` }],
    properties: venues.map(({ documentId, id }) => ({
      ...property,
      id,
      organizationId,
      brandId: home + 1,
      documentId,
      slug: documentId,
      timezone: "UTC"
    })),
    programs: [{ ...program, id: programNumber, xid: programId, organizationId }],
    programVenues: venues.map(({ id }) => ({
      organizationId,
      programId: programNumber,
      propertyId: id,
      joinedAt: before
    })),
    tiers: tierIds.map((xid, row) => ({
      ...tier,
      id: tierNumber(row),
      xid,
      organizationId,
      programId: programNumber,
      name: `Tier ${row}`,
      level: row + 1,
      qualifyingPoints: 1000 * row,
      multiplier: BigDecimal.make(BigInt(firstMultipliers[row] ?? 100), 2)
    })),
    earningRules: [
      {
        organizationId,
        programId: programNumber,
        version: 1,
        rules: [rule("1")],
        effectiveFrom: "2025-01-01",
        createdAt: before
      }
    ],
    pointMultipliers: [
      campaign(home + 1, "2026-01-01T00:00:00Z", "2046-01-01T00:00:00Z", {
        organizationId,
        propertyId: venues[0]?.id ?? null,
        multiplier: BigDecimal.make(BigInt(campaignMultiplier), 2),
        stacking: "stackable"
      })
    ],
    members: members.map((id) => ({
      ...member,
      id,
      xid: String(id).padStart(26, "0"),
      identitySubject: `member-${id}`,
      email: `m${id}@example.com`
    })),
    enrolments: members.slice(0, 2).map((memberId, place) => ({
      ...enrolment,
      organizationId,
      programId: programNumber,
      memberId,
      tierId: tierNumber(1 - place),
      tierExpiresAt: place === 0 ? DateTime.add(modelStart, { days: 3000 }) : null,
      qualifyingPoints: 0
    })),
    offers: [offerNamed("Dinner voucher"), offerNamed("Museum pass")].map((offer, row) => ({
      ...offer,
      id: OfferId.make(number(row)),
      xid: OfferXid.make(offerIds[row] ?? ""),
      organizationId,
      propertyId: row === 0 ? null : (venues[1]?.id ?? null),
      pointsRequired: 100,
      claimTtlHours: 48
    })),
    benefits: [perk(0, { scope: "global" }), perk(1, { scope: "property", minTierLevel: 2 })],
    benefitVenues: venues.map(({ id }) => ({
      organizationId,
      benefitId: BenefitId.make(number(1)),
      propertyId: id
    })),
    entitlements: [
      {
        ...entitlement,
        id: home + 1,
        xid: entitlementId,
        organizationId,
        programId: programNumber,
        tierId: tierNumber(1),
        benefitId: BenefitId.make(number(0)),
        venueIds: null,
        validFrom: null,
        validTo: null
      }
    ]
  }
}

const homes = Array.from({ length: homeCount }, (_, home) => rowsOf(home))

/** Equal organizations, one for each history, which never refer to each other. */
export const homesDataset: Dataset = {
  ...emptyDataset,
  ...Object.fromEntries(
    datasetNames.map((name) => [name, homes.flatMap((rows): ReadonlyArray<unknown> => rows[name] ?? [])])
  ),
  offerCategories: demo.offerCategories
}
