import { type Eligibility, eligible, ineligible } from "../eligibility/Eligibility.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { PerkClaim, PerkGrant } from "./PerkClaim.ts"

/** A venue as entitlements refer to it; `documentId` is reported in a refusal. */
export interface OccasionVenue {
  readonly id: VenueId
  readonly organizationId: OrganizationId
  readonly documentId: string
}

/**
 * The place and time that a perk is requested for. Without a venue only entitlements for every venue count; `date` is
 * the day of use, check-in for a stay; `hasStay` if the member stays at that venue.
 */
export interface PerkOccasion {
  readonly venue: OccasionVenue | null
  readonly date: string
  readonly hasStay: boolean
}

const holdsAt = (venue: OccasionVenue | null) => (grant: PerkGrant) =>
  grant.venueIds === null || (venue !== null && grant.venueIds.includes(venue.id))

const holdsOn =
  (date: string) =>
  ({ validFrom, validTo }: PerkGrant) =>
    (validFrom === null || validFrom <= date) && (validTo === null || date <= validTo)

/** The entitlements that cover a perk on an occasion, other conditions aside. */
const covering = ({ grants }: PerkClaim, { date, venue }: PerkOccasion) =>
  grants.filter(holdsAt(venue)).filter(holdsOn(date))

/**
 * Whether a member is eligible for a perk (MEM-053, MEM-118): an active entitlement of one of their tiers covers it at
 * that venue and date, their level is high enough, and a required stay is present. The one rule of perk list, groups
 * and arrivals.
 */
export const perkEligibility = (claim: PerkClaim, occasion: PerkOccasion): Eligibility => {
  const { grants, minTierLevel, organizationId, stayRequired, tierLevel } = claim
  const { date, hasStay, venue } = occasion
  const propertyId = venue?.documentId ?? null
  if (tierLevel === 0) return ineligible("not_enrolled")
  if (venue !== null && venue.organizationId !== organizationId) return ineligible("venue", { propertyId })
  if (tierLevel < minTierLevel) return ineligible("tier_level", { required: minTierLevel, actual: tierLevel })
  if (grants.length === 0) return ineligible("entitlement_missing", { tierLevel })
  const [here] = grants.filter(holdsAt(venue))
  if (here === undefined) return ineligible("venue", { propertyId })
  if (covering(claim, occasion).length === 0) {
    return ineligible("date", { date, validFrom: here.validFrom, validTo: here.validTo })
  }
  return stayRequired && !hasStay ? ineligible("stay_required") : eligible
}

/**
 * The entitlement that a perk comes from on an occasion: of those that cover it the one with the highest quantity, of
 * equal ones the first. Where none covers it, the first at the venue, or the first at all; undefined without any.
 */
export const grantOf = (claim: PerkClaim, occasion: PerkOccasion): PerkGrant | undefined => {
  const [first, ...more] = covering(claim, occasion)
  if (first === undefined) return claim.grants.find(holdsAt(occasion.venue)) ?? claim.grants[0]
  return more.reduce((best, grant) => (grant.quantity > best.quantity ? grant : best), first)
}

/** The quantity of a perk due for the stay: the highest that one of the member's tiers grants, 0 if not eligible. */
export const quantityDue = (claim: PerkClaim, occasion: PerkOccasion): number =>
  perkEligibility(claim, occasion).isEligible ? (grantOf(claim, occasion)?.quantity ?? 0) : 0
