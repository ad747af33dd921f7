import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { touchVenues } from "../access/TouchedVenues.ts"
import { findVenue } from "../venues/findVenues.ts"
import { Benefits } from "./Benefits.ts"

/**
 * Locks a benefit for a change at one venue, open to any caller with the venue within reach (DOMAIN 1.7). The lock
 * serialises such changes and excludes archiving.
 */
export const lockBenefitAtVenue = Effect.fnUntraced(function* (benefitId: string, venueDocumentId: string) {
  const { reach } = yield* PartnerCaller
  const benefit = yield* Benefits.use(({ getForUpdate }) => getForUpdate({ reach, benefitId }))
  const venueId = yield* findVenue(reach, venueDocumentId, undefined)
  yield* touchVenues(venueId)
  return { benefit, venueId }
})
