import type { DateTime } from "effect"
import type { Benefit } from "../benefits/Benefit.ts"
import type { Dataset } from "../dataset/Dataset.ts"
import type { MemberId } from "../members/Member.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { heldTiers } from "../programs/heldTiers.ts"
import type { PerkFacts, PerkGrant } from "./PerkFacts.ts"

/** The tables that eligibility depends on. */
export type PerkRows = Pick<
  Dataset,
  | "benefits"
  | "benefitVenues"
  | "benefitVenueOverrides"
  | "benefitGroups"
  | "benefitGroupItems"
  | "entitlements"
  | "enrolments"
  | "tiers"
>

/** What decides whether one member is eligible for the benefits of the organizations they are enrolled in. */
export interface MemberPerkFacts {
  /** The highest tier level in an organization, 0 without an active enrolment there. */
  readonly levelIn: (organizationId: OrganizationId) => number
  readonly factsOf: (benefit: Benefit) => PerkFacts
}

/**
 * A member's facts from their active enrolments at `now`. Mirrors what the database derives from the same rows
 * (MEM-118).
 */
export const memberPerkFacts = (rows: PerkRows, memberId: MemberId, now: DateTime.Utc): MemberPerkFacts => {
  const levels = new Map<number, number>()
  const tierIds = new Set<number>()
  for (const { tier } of heldTiers(rows, memberId, now)) {
    tierIds.add(tier.id)
    levels.set(tier.organizationId, Math.max(tier.level, levels.get(tier.organizationId) ?? 0))
  }

  const grants = new Map<number, ReadonlyArray<PerkGrant>>()
  for (const row of rows.entitlements.toSorted((a, b) => a.id - b.id)) {
    if (!row.active || !tierIds.has(row.tierId)) continue
    const { quantityPerStay: quantity, tierId, validFrom, validTo, venueIds } = row
    const others = grants.get(row.benefitId) ?? []
    grants.set(row.benefitId, [...others, { tierId, venueIds, validFrom, validTo, quantity }])
  }

  const groupsRequiringStay = new Set(
    rows.benefitGroups.filter((group) => group.enabled && group.stayRequired).map(({ id }) => id)
  )
  const benefitsRequiringStay = new Set(
    rows.benefitGroupItems.filter((item) => groupsRequiringStay.has(item.groupId)).map((item) => item.benefitId)
  )

  const levelIn = (organizationId: OrganizationId) => levels.get(organizationId) ?? 0
  return {
    levelIn,
    factsOf: ({ id, minTierLevel, organizationId }) => ({
      organizationId,
      minTierLevel,
      stayRequired: benefitsRequiringStay.has(id),
      tierLevel: levelIn(organizationId),
      grants: grants.get(id) ?? []
    })
  }
}
