import { type Eligibility, eligible, ineligible } from "../eligibility/Eligibility.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { PerkClaim, PerkGrant } from "./PerkClaim.ts"

/** A venue as far as entitlements name it; `documentId` is what a refusal tells of it. */
export interface OccasionVenue {
  readonly id: VenueId
  readonly organizationId: OrganizationId
  readonly documentId: string
}

/**
 * Where and when a perk is asked for. Without a venue only what holds at every one counts; `date` is the day it would be
 * used, that of check-in for a stay; `hasStay` when the member stays at that very venue.
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

/** The entitlements that cover a perk at its occasion, whatever else stands against it. */
const covering = ({ grants }: PerkClaim, { date, venue }: PerkOccasion) =>
  grants.filter(holdsAt(venue)).filter(holdsOn(date))

/**
 * Whether a perk is for the member (MEM-053, MEM-118): an active entitlement of one of their tiers covers it at that
 * venue and date, their level is high enough and the stay it may need is there. The one rule of perk list, groups,
 * arrivals.
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
 * How many of a perk are due for the stay: the most that one of the member's tiers gives, 0 when it is not for them.
 */
export const owedQuantity = (claim: PerkClaim, occasion: PerkOccasion): number =>
  perkEligibility(claim, occasion).isEligible
    ? covering(claim, occasion).reduce((most, { quantity }) => Math.max(most, quantity), 0)
    : 0
