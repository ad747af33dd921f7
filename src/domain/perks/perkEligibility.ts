import { type Eligibility, eligible, ineligible } from "../eligibility/Eligibility.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { PerkFacts, PerkGrant } from "./PerkFacts.ts"

/** A venue as entitlements refer to it; `documentId` is reported in a refusal. */
export interface OccasionVenue {
  readonly id: VenueId
  readonly organizationId: OrganizationId
  readonly documentId: string
}

/**
 * The place and time that a perk is requested for. Without a venue, only entitlements for every venue count. `date` is
 * the day of use, for a stay its check-in; `hasStay` is true if the member stays at that venue.
 */
export interface PerkOccasion {
  readonly venue: OccasionVenue | null
  readonly date: string
  readonly hasStay: boolean
}

const coversVenue = (venue: OccasionVenue | null) => (grant: PerkGrant) =>
  grant.venueIds === null || (venue !== null && grant.venueIds.includes(venue.id))

const coversDate =
  (date: string) =>
  ({ validFrom, validTo }: PerkGrant) =>
    (validFrom === null || validFrom <= date) && (validTo === null || date <= validTo)

/** The entitlements that cover a perk on an occasion, ignoring other conditions. */
const coveringGrants = ({ grants }: PerkFacts, { date, venue }: PerkOccasion) =>
  grants.filter(coversVenue(venue)).filter(coversDate(date))

/**
 * Whether a member is eligible for a perk (MEM-053, MEM-118): an active entitlement of one of their tiers covers it at
 * that venue and date, their level is high enough, and a required stay is present. The single rule for perk list,
 * groups and arrivals.
 */
export const perkEligibility = (facts: PerkFacts, occasion: PerkOccasion): Eligibility => {
  const { grants, minTierLevel, organizationId, stayRequired, tierLevel } = facts
  const { date, hasStay, venue } = occasion
  const propertyId = venue?.documentId ?? null
  if (tierLevel === 0) return ineligible("not_enrolled")
  if (venue !== null && venue.organizationId !== organizationId) return ineligible("venue", { propertyId })
  if (tierLevel < minTierLevel) return ineligible("tier_level", { required: minTierLevel, actual: tierLevel })
  if (grants.length === 0) return ineligible("entitlement_missing", { tierLevel })
  const [atVenue] = grants.filter(coversVenue(venue))
  if (atVenue === undefined) return ineligible("venue", { propertyId })
  if (coveringGrants(facts, occasion).length === 0) {
    return ineligible("date", { date, validFrom: atVenue.validFrom, validTo: atVenue.validTo })
  }
  return stayRequired && !hasStay ? ineligible("stay_required") : eligible
}

/**
 * The entitlement that a perk derives from on an occasion: the covering one with the highest quantity, the first on a
 * tie. If none covers it, the first at the venue, else the first of all; undefined without any.
 */
export const grantOf = (facts: PerkFacts, occasion: PerkOccasion): PerkGrant | undefined => {
  const [first, ...more] = coveringGrants(facts, occasion)
  if (first === undefined) return facts.grants.find(coversVenue(occasion.venue)) ?? facts.grants[0]
  return more.reduce((best, grant) => (grant.quantity > best.quantity ? grant : best), first)
}

/** The quantity of a perk due for the stay: the highest granted by one of the member's tiers, 0 if not eligible. */
export const quantityDue = (facts: PerkFacts, occasion: PerkOccasion): number =>
  perkEligibility(facts, occasion).isEligible ? (grantOf(facts, occasion)?.quantity ?? 0) : 0
