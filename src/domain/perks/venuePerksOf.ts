import type { DateTime } from "effect"
import type { Benefit, BenefitId } from "../benefits/Benefit.ts"
import type { MemberId } from "../members/Member.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import { memberPerkFacts, type PerkRows } from "./memberPerkFacts.ts"
import type { VenuePerks } from "./PerkRecord.ts"

/** A venue's override of a benefit; undefined if it has none. */
export const overrideAt = ({ benefitVenueOverrides }: PerkRows, benefitId: BenefitId, venueId: VenueId | undefined) =>
  benefitVenueOverrides.find((row) => row.benefitId === benefitId && row.propertyId === venueId)

/** Whether a benefit is offered at all. */
export const isOffered = ({ archivedAt, enabled }: Benefit) => enabled && archivedAt === null

/** Whether a benefit is offered at a venue of its organization. */
const isOfferedAt = (rows: PerkRows, benefit: Benefit, venueId: VenueId) =>
  isOffered(benefit) &&
  overrideAt(rows, benefit.id, venueId)?.enabled !== false &&
  (benefit.scope === "global" ||
    rows.benefitVenues.some((row) => row.benefitId === benefit.id && row.propertyId === venueId))

/** A member's perks at a venue, computed from the rows, in the order of the benefits. */
export const venuePerksOf = (
  rows: PerkRows,
  place: {
    readonly memberId: MemberId
    readonly venueId: VenueId
    readonly organizationId: OrganizationId
    readonly now: DateTime.Utc
  }
): VenuePerks => {
  const { memberId, now, organizationId, venueId } = place
  const { factsOf, levelIn } = memberPerkFacts(rows, memberId, now)
  const level = levelIn(organizationId)
  const perks = rows.benefits
    .filter((benefit) => benefit.organizationId === organizationId && isOfferedAt(rows, benefit, venueId))
    .map((benefit) => ({
      ...factsOf(benefit),
      benefitId: benefit.xid,
      name: benefit.name,
      overriddenName: overrideAt(rows, benefit.id, venueId)?.overriddenName ?? null,
      kind: benefit.kind,
      howToRedeem: benefit.howToRedeem,
      redemptionType: benefit.redemptionType
    }))
    .filter(({ grants }) => grants.length > 0)
  return { memberId, venueId, tierLevel: level === 0 ? null : level, perks }
}
