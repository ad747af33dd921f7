import { DateTime, Effect, Equal, Option } from "effect"
import { scheduleArrivalRebuild } from "../arrivals/scheduleArrivalRebuild.ts"
import { audit } from "../audit/audit.ts"
import type { BenefitVenueOverride } from "./Benefit.ts"
import { BenefitOverrides } from "./BenefitOverrides.ts"
import type { BenefitOverrideView } from "./BenefitOverrideView.ts"
import { lockBenefitAtVenue } from "./lockBenefitAtVenue.ts"
import { showsInArrivals } from "./showsInArrivals.ts"

/** A venue's override of a benefit; an absent name or text is not overridden, `enabled` defaults to true. */
export interface OverrideRequest {
  readonly overriddenName?: string | null | undefined
  readonly overriddenDescription?: string | null | undefined
  readonly enabled?: boolean | undefined
}

const settingsOf = ({ enabled, overriddenDescription, overriddenName }: BenefitVenueOverride) => ({
  overriddenName,
  overriddenDescription,
  enabled
})

/**
 * Replaces a venue's override of a benefit. Visible to members and desks immediately: the venue's arrival tasks are
 * rebuilt before they are shown (DOMAIN 11.3, A-123). The venue need not offer the benefit yet.
 */
export const setBenefitOverride = Effect.fnUntraced(function* (
  benefitId: string,
  venueDocumentId: string,
  request: OverrideRequest
) {
  const { benefit, venueId } = yield* lockBenefitAtVenue(benefitId, venueDocumentId)
  const { organizationId } = benefit
  const overrides = yield* BenefitOverrides
  const { enabled = true, overriddenDescription = null, overriddenName = null } = request
  const settings = { overriddenName, overriddenDescription, enabled }
  const view: BenefitOverrideView = { venueId: venueDocumentId, ...settings }
  const existing = yield* overrides.find(benefit, venueId)
  const before = Option.getOrNull(Option.map(existing, settingsOf))
  if (Equal.equals(before, settings)) return view
  const updatedAt = yield* DateTime.now
  const row = { organizationId, benefitId: benefit.id, propertyId: venueId, ...settings, updatedAt }
  yield* before === null ? overrides.insert(row) : overrides.update(row)
  if (showsInArrivals(before, settings)) yield* scheduleArrivalRebuild(organizationId, [venueId])
  yield* audit({
    organizationId,
    action: "benefit_override.set",
    subject: `benefit:${benefit.xid}`,
    before: before === null ? null : { venueId: venueDocumentId, ...before },
    after: { ...view }
  })
  return view
})
