import { Effect, Option } from "effect"
import { scheduleArrivalRebuild } from "../arrivals/scheduleArrivalRebuild.ts"
import { audit } from "../audit/audit.ts"
import { NotFound } from "../shared/NotFound.ts"
import { BenefitOverrides } from "./BenefitOverrides.ts"
import { lockBenefitAtVenue } from "./lockBenefitAtVenue.ts"
import { showsInArrivals } from "./showsInArrivals.ts"

/** Removes a venue's override of a benefit; `NotFound` if there is none. */
export const removeBenefitOverride = Effect.fnUntraced(function* (benefitId: string, venueDocumentId: string) {
  const { benefit, venueId } = yield* lockBenefitAtVenue(benefitId, venueDocumentId)
  const { organizationId } = benefit
  const overrides = yield* BenefitOverrides
  const existing = Option.getOrNull(yield* overrides.find(benefit, venueId))
  if (existing === null) return yield* new NotFound({})
  const { enabled, overriddenDescription, overriddenName } = existing
  yield* overrides.remove(benefit, venueId)
  if (showsInArrivals(existing, null)) yield* scheduleArrivalRebuild(organizationId, [venueId])
  yield* audit({
    organizationId,
    action: "benefit_override.removed",
    subject: `benefit:${benefit.xid}`,
    before: { venueId: venueDocumentId, overriddenName, overriddenDescription, enabled },
    after: null
  })
})
