import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { restrictTo } from "../access/Reach.ts"
import { VenueOutOfScope } from "./VenueErrors.ts"
import { Venues } from "./Venues.ts"

/**
 * The caller's reach narrowed to a filter's venues, all of which must be within it; unchanged without a filter.
 */
export const narrowReach = Effect.fnUntraced(function* (propertyIds: ReadonlyArray<string> | undefined) {
  const { reach } = yield* PartnerCaller
  if (propertyIds === undefined) return reach
  const venues = yield* Venues.use(({ listByDocumentId }) => listByDocumentId(reach, propertyIds))
  const reachable = new Set(venues.map(({ documentId }) => documentId))
  const unknown = propertyIds.filter((id) => !reachable.has(id))
  if (unknown.length > 0) return yield* new VenueOutOfScope({ propertyIds: unknown })
  const organizationIds = [...new Set(venues.map(({ organizationId }) => organizationId))]
  return restrictTo(
    { ...reach, organizationIds },
    venues.map(({ id }) => id)
  )
})

/** The internal id of the venue of a filter, which must be within reach; undefined without a filter. */
export const findFilterVenue = Effect.fnUntraced(function* (propertyId: string | undefined) {
  if (propertyId === undefined) return undefined
  const { venueIds } = yield* narrowReach([propertyId])
  return venueIds === "all" ? undefined : venueIds[0]
})
