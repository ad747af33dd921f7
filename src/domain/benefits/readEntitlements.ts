import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { findFilterVenue } from "../venues/narrowReach.ts"
import { Entitlements } from "./Entitlements.ts"

/**
 * A page of the organization's entitlements, in order of creation. `propertyId` selects those that apply at a venue; a
 * venue out of reach is refused. Any other unknown id yields an empty page (PAR-057, PAR-139).
 */
export const listEntitlements = Effect.fnUntraced(function* (query: {
  readonly programId?: string | undefined
  readonly tierId?: string | undefined
  readonly benefitId?: string | undefined
  readonly propertyId?: string | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { benefitId, limit, offset, programId, propertyId, tierId } = query
  const { reach } = yield* PartnerCaller
  const venueId = yield* findFilterVenue(propertyId)
  const entitlements = yield* Entitlements
  const { items, total } = yield* entitlements.list({ reach, programId, tierId, benefitId, venueId, limit, offset })
  return { items, total, limit, offset }
})
