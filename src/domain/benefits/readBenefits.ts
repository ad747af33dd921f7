import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { findFilterVenue } from "../venues/narrowReach.ts"
import { BenefitOverrides } from "./BenefitOverrides.ts"
import { Benefits } from "./Benefits.ts"

/**
 * A page of the organization's benefits, excluding archived ones, by name then id. `propertyId` selects those offered
 * at a venue, including global ones; a venue out of reach is refused (PAR-057, PAR-139).
 */
export const listBenefits = Effect.fnUntraced(function* (query: {
  readonly q?: string | undefined
  readonly kind?: string | undefined
  readonly enabled?: boolean | undefined
  readonly propertyId?: string | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { enabled, kind, limit, offset, propertyId, q } = query
  const { reach } = yield* PartnerCaller
  const venueId = yield* findFilterVenue(propertyId)
  const benefits = yield* Benefits
  const { items, total } = yield* benefits.list({ reach, q, kind, enabled, venueId, limit, offset })
  return { items, total, limit, offset }
})

/** One benefit; `NotFound` if archived. */
export const getBenefit = Effect.fnUntraced(function* (benefitId: string) {
  const { reach } = yield* PartnerCaller
  return yield* Benefits.use(({ get }) => get({ reach, benefitId }))
})

/** The overrides of a benefit at the venues within reach, by venue (PAR-139). */
export const listBenefitOverrides = Effect.fnUntraced(function* (benefitId: string) {
  const { reach } = yield* PartnerCaller
  yield* Benefits.use(({ get }) => get({ reach, benefitId }))
  return { items: yield* BenefitOverrides.use(({ list }) => list({ reach, benefitId })) }
})
